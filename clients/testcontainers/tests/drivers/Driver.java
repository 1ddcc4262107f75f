import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import mishap.testcontainers.MishapContainer;
import org.testcontainers.containers.ContainerLaunchException;

/** Takes each step that the module offers, and prints what came of it. */
class Driver {
    public static void main(String[] arguments) throws Exception {
        try {
            new MishapContainer().withScenarios("nowhere");
        } catch (IllegalArgumentException error) {
            System.out.println("error " + error.getMessage());
        }
        MishapContainer mishap = new MishapContainer(arguments[0]).withScenarios(arguments[1]);
        if (arguments.length > 2) {
            mishap.withRequiredResets();
        }
        try (mishap) {
            mishap.start();
            System.out.println("url " + mishap.getUrl() + " " + mishap.getControlUrl());
            System.out.println("ca " + mishap.getCaPem().split("\n")[0]);
            MishapContainer.Session orders = mishap.session("a \"label\"", "orders");
            try {
                System.out.println("session " + orders.id() + " " + orders.url() + " " + orders.httpsUrl());
                System.out.println("state " + get(mishap.getControlUrl() + "/sessions/" + orders.id()).split("\n")[3]);
                orders.close();
            } catch (AssertionError error) {
                System.out.println("failed " + error.getMessage());
            }
            try (MishapContainer.Session pay = mishap.session("pays", "shop/pay")) {
                System.out.println("got " + get(pay.url() + "/any"));
                System.out.println("verdict " + pay.end());
            }
            mishap.session("wrong", "nope");
        } catch (ContainerLaunchException error) {
            Throwable cause = error;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            System.out.println("error " + cause.getMessage());
        } catch (IllegalStateException error) {
            System.out.println("error " + error.getMessage());
        }
    }

    private static String get(String url) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
}
