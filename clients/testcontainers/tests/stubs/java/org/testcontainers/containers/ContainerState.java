package org.testcontainers.containers;

/** Of a container that has ended if STUB_OUTPUT says what it said. */
public interface ContainerState {
    default String getHost() {
        return System.getenv("STUB_HOST");
    }

    default Integer getMappedPort(int port) {
        return Integer.valueOf(System.getenv("STUB_MAPPED"));
    }

    default boolean isRunning() {
        return System.getenv("STUB_OUTPUT") == null;
    }

    default String getLogs() {
        return System.getenv("STUB_OUTPUT");
    }
}
