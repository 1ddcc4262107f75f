package org.testcontainers.containers;

import com.github.dockerjava.api.command.InspectContainerResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.testcontainers.containers.wait.strategy.WaitStrategy;
import org.testcontainers.containers.wait.strategy.WaitStrategyTarget;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/** A stand-in for that of testcontainers-java, with the signatures that the module uses. It starts nothing: the gateway runs. */
public class GenericContainer<SELF extends GenericContainer<SELF>> implements AutoCloseable, WaitStrategyTarget {
    private final DockerImageName image;
    private final List<String> copies = new ArrayList<>();
    private WaitStrategy waitStrategy;

    public GenericContainer(DockerImageName image) {
        this.image = image;
    }

    public void addExposedPort(Integer port) {}

    public void setWaitStrategy(WaitStrategy waitStrategy) {
        this.waitStrategy = waitStrategy;
    }

    @SuppressWarnings("unchecked")
    public SELF withStartupTimeout(Duration timeout) {
        waitStrategy.withStartupTimeout(timeout);
        return (SELF) this;
    }

    @SuppressWarnings("unchecked")
    public SELF withCopyFileToContainer(MountableFile file, String path) {
        copies.add("copied " + path + " " + file);
        return (SELF) this;
    }

    /** What fails is wrapped as often as the library does it. */
    public void start() {
        try {
            tryStart();
        } catch (RuntimeException error) {
            throw new ContainerLaunchException(
                    "Container startup failed for image " + image, new RuntimeException("Retry limit hit with exception", error));
        }
    }

    private void tryStart() {
        try {
            System.out.println("started " + image);
            copies.forEach(System.out::println);
            waitStrategy.waitUntilReady(this);
            containerIsStarted(new InspectContainerResponse());
        } catch (RuntimeException error) {
            close();
            throw new ContainerLaunchException("Could not create/start container", error);
        }
    }

    @Override
    public void close() {
        System.out.println("stopped");
    }

    protected Logger logger() {
        return message -> System.out.println("warning " + message);
    }

    protected void containerIsStarted(InspectContainerResponse info) {}
}
