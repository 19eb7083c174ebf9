package dev.gridlock.engine.report;

import java.util.ArrayList;
import java.util.List;

/** A table of plain text with columns as wide as their widest cell. */
final class TextTable {

    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    TextTable(String... titles) {
        rows.add(List.of(titles));
    }

    TextTable row(String... cells) {
        if (cells.length != rows.getFirst().size()) {
            throw new IllegalArgumentException("a row has " + cells.length + " cells, the table has "
                    + rows.getFirst().size() + " columns");
        }
        rows.add(List.of(cells));
        return this;
    }

    /** The titles, a rule and the rows, every line ended by a newline and none by a space. */
    String text() {
        int columns = rows.getFirst().size();
        var widths = new int[columns];
        for (var row : rows) {
            for (int column = 0; column < columns; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        var text = new StringBuilder();
        for (int index = 0; index < rows.size(); index++) {
            line(text, rows.get(index), widths);
            if (index == 0) {
                var rule = new ArrayList<String>();
                for (int width : widths) {
                    rule.add("-".repeat(width));
                }
                line(text, rule, widths);
            }
        }
        return text.toString();
    }

    private static void line(StringBuilder text, List<String> cells, int[] widths) {
        var line = new StringBuilder();
        for (int column = 0; column < cells.size(); column++) {
            var cell = cells.get(column);
            line.append(cell).append(" ".repeat(widths[column] - cell.length())).append(GAP);
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }
}
