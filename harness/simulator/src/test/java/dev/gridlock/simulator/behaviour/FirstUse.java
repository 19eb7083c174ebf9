package dev.gridlock.simulator.behaviour;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Calendar;
import java.util.Currency;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLContext;
import javax.xml.parsers.DocumentBuilderFactory;

/**
 * Parts of the platform that are set up when they are first used in a JVM, one after the other. After each it prints the clock, a random
 * number and the number of a thread: if setting up cost time, chance or numbers, a later run would print others.
 */
@SuppressWarnings({"JavaUtilDate", "JavaTimeDefaultTimeZone"}) // the old classes are set up too
final class FirstUse {
    private FirstUse() {}

    static void run() throws Exception {
        part(() -> String.format(Locale.GERMANY, "%,.2f %s %tF", 12345.678, Locale.FRANCE, new Date()));
        part(() -> DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(LocalDateTime.now()));
        part(() -> DateTimeFormatter.ofPattern("EEE, dd MMM yyyy", Locale.US)
                .format(ZonedDateTime.now(ZoneId.of("Europe/Warsaw"))));
        part(() -> new SimpleDateFormat("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT).format(new Date()));
        part(() -> Calendar.getInstance().getTimeInMillis());
        part(() -> Pattern.compile("(a+)(b?)").matcher("aaab").replaceAll("$2$1"));
        part(() -> IntStream.range(0, 100).boxed().collect(Collectors.groupingBy(i -> i % 7)));
        part(() -> NumberFormat.getCurrencyInstance(Locale.JAPAN).format(12)
                + Currency.getInstance("EUR").getDisplayName(Locale.FRANCE));
        part(() -> new MessageFormat("{0,number} {1,date}", Locale.US).format(new Object[] {3, new Date()}));
        part(FirstUse::temporaryNames);
        part(FirstUse::cryptography);
        part(() -> SSLContext.getDefault().getSupportedSSLParameters().getProtocols().length);
        part(FirstUse::archives);
        part(() -> DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream("<a><b/></a>".getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement()
                .getTagName());
        part(() -> BigInteger.probablePrime(48, new Random()));
        part(() -> {
            System.getLogger("first").log(System.Logger.Level.DEBUG, "not printed");
            return "logger";
        });
        part(() -> {
            ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>();
            IntStream.range(0, 100).forEach(i -> map.put(i, i));
            return map.lastKey();
        });
        part(() -> {
            try {
                return new Exchanger<String>().exchange("x", 1, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                return e;
            }
        });
    }

    private static void part(Callable<?> part) throws Exception {
        Object result = part.call();
        System.out.println(result + " " + System.nanoTime() + " " + new Random().nextInt(1000) + " "
                + Thread.ofVirtual().unstarted(() -> {}).threadId());
    }

    private static Object temporaryNames() throws Exception {
        Path file = Files.createTempFile("gridlock", ".first");
        Path directory = Files.createTempDirectory("gridlock");
        Files.delete(file);
        Files.delete(directory);
        return file.getFileName() + " " + directory.getFileName();
    }

    private static Object cryptography() throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(new byte[] {1});
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        byte[] key = generator.generateKeyPair().getPrivate().getEncoded();
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "AES"));
        HexFormat hex = HexFormat.of();
        return hex.formatHex(digest)
                + hex.formatHex(key)
                + hex.formatHex(cipher.getIV())
                + SecureRandom.getInstance("DRBG").nextInt()
                + SecureRandom.getInstanceStrong().nextInt();
    }

    private static Object archives() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("now"));
            new ObjectOutputStream(zip).writeObject(List.of(1, "two"));
        }
        CRC32 sum = new CRC32();
        sum.update(bytes.toByteArray());
        return sum.getValue();
    }
}
