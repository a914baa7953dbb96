package dev.terrane.system.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesBaseTest {

    @Test
    void kustomizationListsEveryManifestAndNothingElse() throws IOException {
        Map<String, Object> kustomization =
                Repository.yaml().load(Repository.read("k8s/base/kustomization.yaml"));

        assertThat(kustomization).containsOnlyKeys("apiVersion", "kind", "labels", "resources");
        try (Stream<Path> files = Files.list(Repository.ROOT.resolve("k8s/base"))) {
            List<String> manifests =
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(".yaml") && !name.startsWith("kust"))
                            .toList();
            assertThat((List<?>) kustomization.get("resources"))
                    .map(Object::toString)
                    .containsExactlyInAnyOrderElementsOf(manifests);
        }
    }

    @ParameterizedTest
    @CsvSource({"schema,8081", "world,8082", "session,8083", "gateway,8080"})
    void eachServiceHasAStatefulSetAndAServiceThatFindsIt(String name, int port) {
        List<HasMetadata> objects = KubernetesBase.parse(read(name));

        Service service = (Service) objects.get(0);
        StatefulSet set = (StatefulSet) objects.get(1);
        assertThat(service.getMetadata().getName()).isEqualTo(name);
        assertThat(service.getSpec().getPorts().getFirst().getPort()).isEqualTo(port);
        assertThat(set.getSpec().getTemplate().getMetadata().getLabels())
                .containsAllEntriesOf(service.getSpec().getSelector());
        assertThat(container(set).getPorts().getFirst().getContainerPort()).isEqualTo(port);
        assertThat(container(set).getArgs()).startsWith("up", "--service", name);
        assertThat(container(set).getReadinessProbe().getHttpGet().getPath()).isEqualTo("/readyz");
        assertThat(container(set).getLivenessProbe().getHttpGet().getPath()).isEqualTo("/livez");
    }

    @ParameterizedTest
    @ValueSource(strings = {"schema", "world", "session", "gateway"})
    void podsMeetTheRestrictedSecurityStandard(String name) {
        StatefulSet set = (StatefulSet) KubernetesBase.parse(read(name)).get(1);

        PodSpec pod = set.getSpec().getTemplate().getSpec();
        assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(pod.getSecurityContext().getRunAsUser()).isPositive();
        assertThat(pod.getSecurityContext().getSeccompProfile().getType())
                .isEqualTo("RuntimeDefault");
        assertThat(container(set).getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
        assertThat(container(set).getSecurityContext().getCapabilities().getDrop())
                .containsExactly("ALL");
        assertThat(pod.getAutomountServiceAccountToken()).isFalse();
    }

    @Test
    void configurationHoldsATerraneYaml() {
        assertThat(KubernetesBase.parse(read("config"))).hasSize(1);
    }

    @Test
    void aMisspeltFieldIsFoundAtAnyDepth() {
        String broken = read("world").replace("readinessProbe:", "readynessProbe:");

        assertThatThrownBy(() -> KubernetesBase.parse(broken))
                .hasMessageContaining("readynessProbe");
        assertThatThrownBy(
                        () ->
                                KubernetesBase.parse(
                                        read("world").replace("serviceName:", "servicename:")))
                .hasMessageContaining("servicename");
    }

    @Test
    void aWrongTypeOrKindIsFound() {
        assertThatThrownBy(
                        () ->
                                KubernetesBase.parse(
                                        read("world").replace("replicas: 1", "replicas: one")))
                .hasMessageContaining("one");
        assertThatThrownBy(
                        () ->
                                KubernetesBase.parse(
                                        read("world").replace("StatefulSet", "Stateful")))
                .hasMessageContaining("Stateful");
    }

    private static String read(String name) {
        return Repository.read("k8s/base/" + name + ".yaml");
    }

    private static Container container(StatefulSet set) {
        return set.getSpec().getTemplate().getSpec().getContainers().getFirst();
    }
}
