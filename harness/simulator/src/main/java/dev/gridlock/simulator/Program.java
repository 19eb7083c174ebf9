package dev.gridlock.simulator;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** The {@code main} of a node. */
@FunctionalInterface
public interface Program {
    void run() throws Exception;

    /**
     * The {@code public static void main(String[])} of a class.
     *
     * @throws IllegalArgumentException if the class has none
     */
    static Program main(Class<?> type, String... arguments) {
        Method main;
        try {
            main = type.getMethod("main", String[].class);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(type.getName() + " has no public static void main(String[])", e);
        }
        return () -> {
            try {
                main.invoke(null, (Object) arguments.clone());
            } catch (InvocationTargetException e) {
                switch (e.getCause()) {
                    case Exception cause -> throw cause;
                    case Error cause -> throw cause;
                    case null, default -> throw e;
                }
            }
        };
    }
}
