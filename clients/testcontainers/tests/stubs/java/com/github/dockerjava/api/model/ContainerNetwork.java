package com.github.dockerjava.api.model;

public class ContainerNetwork {
    public String getIpAddress() {
        return System.getenv("STUB_OWN");
    }
}
