package org.packhouse.app.platform.cluster;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * {@code hazelcast.network.*}: how this node finds the others; if neither way is on, it is in no
 * Hazelcast cluster.
 *
 * @param members all nodes, as {@code host} or {@code host:port}, separated by commas
 * @param serviceDns name of a headless service whose addresses are the nodes
 * @param serviceName name of a service whose nodes the Kubernetes API lists
 * @param namespace of that service; absent: this pod's
 * @param servicePort absent: {@code hazelcast.port}
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
