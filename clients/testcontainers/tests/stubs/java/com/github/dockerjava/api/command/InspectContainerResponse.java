package com.github.dockerjava.api.command;

import com.github.dockerjava.api.model.ContainerNetwork;
import java.util.Map;

public class InspectContainerResponse {
    public NetworkSettings getNetworkSettings() {
        return new NetworkSettings();
    }

    public class NetworkSettings {
        public Map<String, ContainerNetwork> getNetworks() {
            return Map.of("bridge", new ContainerNetwork());
        }
    }
}
