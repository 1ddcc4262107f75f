package org.testcontainers.containers.wait.strategy;

public class Wait {
    public static HttpWaitStrategy forHttp(String path) {
        return new HttpWaitStrategy();
    }
}
