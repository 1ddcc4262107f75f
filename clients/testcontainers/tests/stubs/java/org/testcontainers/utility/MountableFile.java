package org.testcontainers.utility;

import java.nio.file.Path;

public class MountableFile {
    private final Integer mode;

    private MountableFile(Integer mode) {
        this.mode = mode;
    }

    public static MountableFile forHostPath(Path path, Integer mode) {
        return new MountableFile(mode);
    }

    @Override
    public String toString() {
        return Integer.toOctalString(mode);
    }
}
