package org.packhouse.app.platform.cluster;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * {@code hazelcast.network.*}: how this node finds the others; by neither way: it is no part of a
 * cluster of Hazelcast's.
 *
 * @param tcpip whether at the addresses in {@code tcpip.members}
 * @param members the nodes, this one among them, as {@code host} or {@code host:port}, with commas
 * @param kubernetes whether by asking Kubernetes
 * @param serviceDns name of a headless service, whose addresses are the nodes
 * @param serviceName name of a service, whose nodes the API of Kubernetes tells
 * @param namespace of that service; absent: this pod's
 * @param servicePort that the nodes are reached at; absent: {@code hazelcast.port}
 */
@ConfigurationProperties("hazelcast.network")
record HazelcastNetworkSettings(
    @DefaultValue("false") boolean tcpip,
    @Name("tcpip.members") @DefaultValue List<String> members,
    @DefaultValue("false") boolean kubernetes,
    @Name("kubernetes.service-dns") @Nullable String serviceDns,
    @Name("kubernetes.service-name") @Nullable String serviceName,
    @Name("kubernetes.namespace") @Nullable String namespace,
    @Name("kubernetes.service-port") @Nullable Integer servicePort) {}
