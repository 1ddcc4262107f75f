package mishap.testcontainers;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.ContainerNetwork;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.testcontainers.containers.ContainerState;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/**
 * Mishap, the mock gateway that fails on cue, in a container of Testcontainers for Java.
 *
 * <p>Copy this file into your tests. Written for testcontainers-java 1.20 to 2.0, and Java 11 or later. Its tests run it with a
 * stand-in of that library; with the library itself it has not been run.
 *
 * <pre>{@code
 * try (MishapContainer mishap = new MishapContainer().withScenarios("scenarios")) {
 *     mishap.start();
 *     try (MishapContainer.Session session = mishap.session("payIsTriedAgain", "pay")) {
 *         new Shop(session.url()).pay(30);
 *     } // throws the verdict, unless the client did what the scenario expects
 * }
 * }</pre>
 *
 * <p>Its port 8080 is exposed, and it has started once its health is 200.
 */
public class MishapContainer extends GenericContainer<MishapContainer> {
    /** The image that is started if no other is named. */
    public static final String IMAGE = "mishap:0.2.0";

    private static final int PORT = 8080;
    // Milliseconds for bytes and ends that are sent at once, from a machine that may be busy.
    private static final int PATIENCE = 3_000;

    // By no proxy of the system's. HTTP/1.1, so that no call asks for another version first.
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private boolean requireResets;
    private String url;

    public MishapContainer() {
        this(IMAGE);
    }

    public MishapContainer(String image) {
        this(DockerImageName.parse(image));
    }

    public MishapContainer(DockerImageName image) {
        super(image);
        addExposedPort(PORT);
        setWaitStrategy(new Health());
        withStartupTimeout(Duration.ofSeconds(30));
    }

    /**
     * Copies a scenario file, or all files of a folder, to {@code /scenarios}; {@code pay.json} is the scenario {@code pay}.
     *
     * <p>They come beside those of the image, or in the place of one. They are copied and not mounted, since the engine may be on
     * another machine, which does not have them.
     *
     * @throws IllegalArgumentException if there is no such file or folder
     */
    public MishapContainer withScenarios(String path) {
        Path source = Path.of(path).toAbsolutePath();
        if (!Files.exists(source)) {
            throw new IllegalArgumentException("there is no scenario file or folder '" + path + "'");
        }
        // Not with the modes they have here, since the gateway runs as another user; folders have to have the 1s.
        MountableFile file = MountableFile.forHostPath(source, 0755);
        return withCopyFileToContainer(
                file, Files.isDirectory(source) ? "/scenarios" : "/scenarios/" + source.getFileName());
    }

    /**
     * Makes an error of a way from here to the gateway that changes failures; otherwise it is a warning in the log.
     *
     * <p>{@code start} throws the library's {@code ContainerLaunchException}, whose innermost cause is an
     * {@code IllegalStateException} that says what does not arrive.
     */
    public MishapContainer withRequiredResets() {
        requireResets = true;
        return this;
    }

    /** The address for clients that use no session, such as {@code http://172.17.0.2:8080}. */
    public String getUrl() {
        if (url == null) {
            throw new IllegalStateException("the container has not started");
        }
        return url;
    }

    /** The address of the control API. */
    public String getControlUrl() {
        return getUrl() + "/__mishap";
    }

    /** The certificate that clients which speak TLS have to trust. */
    public String getCaPem() {
        return call("GET", "ca.pem", null).body();
    }

    /** Opens a session of the gateway's default scenario. */
    public Session session(String label) {
        return open("{\"label\":" + json(label) + "}");
    }

    /**
     * Opens a session of a scenario: {@code POST sessions} of the control API.
     *
     * @throws IllegalStateException that says what is wrong with it
     */
    public Session session(String label, String scenario) {
        return open("{\"label\":" + json(label) + ",\"scenario\":" + json(scenario) + "}");
    }

    private Session open(String body) {
        String made = call("POST", "sessions", body).body();
        return new Session(member(made, "id"), member(made, "url"), member(made, "httpsUrl"));
    }

    /** A session of the gateway, for one test; {@code close} is {@code end}. */
    public final class Session implements AutoCloseable {
        private final String id;
        private final String url;
        private final String httpsUrl;

        private Session(String id, String url, String httpsUrl) {
            this.id = id;
            this.url = url;
            this.httpsUrl = httpsUrl;
        }

        public String id() {
            return id;
        }

        /** Where the client under test sends its requests. */
        public String url() {
            return url;
        }

        /** The same in TLS. */
        public String httpsUrl() {
            return httpsUrl;
        }

        /**
         * Ends the session, and returns the text of its verdict.
         *
         * @throws AssertionError with the verdict and the journal if something is not as the scenario expects
         */
        public String end() {
            HttpResponse<String> answer = call("DELETE", "sessions/" + id + "?journal=1&assert=1", null);
            if (answer.statusCode() == 412) {
                throw new AssertionError(answer.body());
            }
            return answer.body();
        }

        @Override
        public void close() {
            end();
        }
    }

    /** A call of the control API by its path below {@code /__mishap/}; its status may be 412. */
    private HttpResponse<String> call(String method, String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(getControlUrl() + "/" + path))
                .timeout(Duration.ofSeconds(30))
                .header("Accept", "text/plain, application/json;q=0.9")
                .header("Content-Type", "application/json")
                .method(method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() >= 400 && answer.statusCode() != 412) {
                throw new IllegalStateException(
                        method + " " + path + " is refused with " + answer.statusCode() + ": " + answer.body());
            }
            return answer;
        } catch (IOException error) {
            throw new IllegalStateException("no answer from " + request.uri(), error);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during " + request.uri(), error);
        }
    }

    /** A string of the answer's own members, which stand on lines of their own, indented by two. */
    private static String member(String json, String name) {
        Matcher found = Pattern.compile("(?m)^  \"" + name + "\": \"([^\"]*)\"").matcher(json);
        return found.find() ? found.group(1) : "";
    }

    private static String json(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char unit : text.toCharArray()) {
            json.append(unit < ' ' || unit == '"' || unit == '\\' ? String.format("\\u%04x", (int) unit) : unit);
        }
        return json.append('"').toString();
    }

    /**
     * Takes the container's own address if it leads to this gateway from here, as it does on Linux beside the engine, and else the
     * mapped port.
     *
     * <p>Another container may have that address here if the engine is elsewhere, so that the certificate of the gateway's
     * authority has to be the same by both ways; each gateway has its own.
     */
    @Override
    protected void containerIsStarted(InspectContainerResponse info) {
        Address address = mappedAddress(this);
        String way = "the mapped port";
        String authority = address.get("ca.pem", 2_000);
        for (ContainerNetwork network : info.getNetworkSettings().getNetworks().values()) {
            String host = network.getIpAddress();
            if (host == null || host.isEmpty() || authority.isEmpty()) {
                continue;
            }
            Address own = new Address(host, PORT);
            if (own.get("ca.pem", 2_000).equals(authority)) {
                address = own;
                way = "the container's own address";
                break;
            }
        }
        url = "http://" + address;
        List<String> changes = address.changes();
        if (changes.isEmpty()) {
            return;
        }
        String message = "Failures do not arrive as Mishap sends them, by " + url + ", " + way + ": "
                + String.join("; ", changes) + ". Tests of them would pass with clients that fail in production. See "
                + "docs/containers.md of Mishap: the container's own address, or both containers in one network.";
        if (requireResets) {
            throw new IllegalStateException(message);
        }
        logger().warn(message);
    }

    private static Address mappedAddress(ContainerState container) {
        String host = container.getHost();
        try {
            // The control API refuses names with a dot that it does not know, and no addresses.
            return new Address(
                    host.contains(".") ? InetAddress.getByName(host).getHostAddress() : host,
                    container.getMappedPort(PORT));
        } catch (UnknownHostException error) {
            throw new IllegalStateException("the host of the containers is not known here: " + host, error);
        }
    }

    /** Waits until the gateway answers. If it has ended, as with an error in a scenario, its output is in the exception. */
    private static final class Health extends AbstractWaitStrategy {
        @Override
        protected void waitUntilReady() {
            Address address = mappedAddress(waitStrategyTarget);
            long deadline = System.nanoTime() + startupTimeout.toNanos();
            while (System.nanoTime() < deadline) {
                if (!waitStrategyTarget.isRunning()) {
                    throw new IllegalStateException("the gateway has not started:\n" + waitStrategyTarget.getLogs());
                }
                if (!address.get("health", 1_000).isEmpty()) {
                    return;
                }
                try {
                    Thread.sleep(100);
                } catch (InterruptedException error) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("interrupted during the start of the gateway", error);
                }
            }
            throw new IllegalStateException("the gateway has not answered within " + startupTimeout.toSeconds() + " s");
        }
    }

    /** Where a gateway may listen, asked by a raw socket. */
    private static final class Address {
        private final String host;
        private final int port;

        Address(String host, int port) {
            this.host = host;
            this.port = port;
        }

        @Override
        public String toString() {
            return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        }

        /** What of three failures arrives here otherwise than it is sent. */
        List<String> changes() {
            List<String> changes = new ArrayList<>();
            for (String failure : List.of("tcp/reset", "tcp/reset-mid-body")) {
                String end = exchange("fail/" + failure + "/any", PATIENCE)[1];
                if (!end.equals("RST")) {
                    changes.add(failure + " ends with " + end + " in place of RST");
                }
            }
            String seen = exchange("fail/http/malformed-status-line/any", PATIENCE)[0];
            if (!seen.startsWith("BLAH BLAH\r\n")) {
                changes.add("http/malformed-status-line begins with '" + seen.split("\r\n", 2)[0] + "'");
            }
            return changes;
        }

        /** The body of an answer that has the status 200; otherwise nothing. */
        String get(String path, int milliseconds) {
            String seen = exchange(path, milliseconds)[0];
            return seen.startsWith("HTTP/1.1 200 ") ? seen.substring(seen.indexOf("\r\n\r\n") + 4) : "";
        }

        /** The bytes that answer a request, and what ends them: RST, FIN, or nothing within so many milliseconds. */
        private String[] exchange(String path, int milliseconds) {
            long deadline = System.nanoTime() + milliseconds * 1_000_000L;
            ByteArrayOutputStream seen = new ByteArrayOutputStream();
            String end = "nothing";
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(host, port), milliseconds);
                // By this agent it is in no report of the gateway.
                String request = "GET /__mishap/" + path + " HTTP/1.1\r\nHost: " + this
                        + "\r\nUser-Agent: mishap-doctor\r\nConnection: close\r\n\r\n";
                socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
                byte[] part = new byte[65_536];
                int count = 0;
                try {
                    long left = milliseconds;
                    while (count >= 0 && left > 0) {
                        seen.write(part, 0, count);
                        socket.setSoTimeout((int) left);
                        count = socket.getInputStream().read(part);
                        left = (deadline - System.nanoTime()) / 1_000_000;
                    }
                    end = count < 0 ? "FIN" : "nothing";
                } catch (SocketException reset) {
                    end = "RST";
                }
            } catch (IOException silentOrUnreachable) {
                end = "nothing";
            }
            return new String[] {seen.toString(StandardCharsets.ISO_8859_1), end};
        }
    }
}
