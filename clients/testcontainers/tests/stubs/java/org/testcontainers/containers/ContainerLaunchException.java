package org.testcontainers.containers;

public class ContainerLaunchException extends RuntimeException {
    public ContainerLaunchException(String message, Throwable cause) {
        super(message, cause);
    }
}
