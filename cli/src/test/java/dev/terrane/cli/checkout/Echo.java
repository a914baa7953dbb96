package dev.terrane.cli.checkout;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/** Stands in for the runnable jar: says what it was given, then does as told. */
final class Echo {
    private Echo() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        System.out.println("arguments: " + Arrays.toString(arguments));
        System.out.println("home: " + System.getenv("TERRANE_HOME"));
        if (arguments.length > 1 && arguments[0].equals("exit")) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            System.out.println("read: " + in.readLine());
            System.exit(Integer.parseInt(arguments[1]));
        }
        if (arguments.length > 0 && arguments[0].equals("wait")) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("drained")));
            System.out.println("waiting");
            new CountDownLatch(1).await();
        }
    }
}
