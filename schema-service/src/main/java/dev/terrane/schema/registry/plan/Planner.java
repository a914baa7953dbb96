package dev.terrane.schema.registry.plan;

import dev.terrane.core.schema.ClassDefinition;
import dev.terrane.core.schema.Member;
import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaHash;
import dev.terrane.core.schema.SchemaWriter;
import dev.terrane.core.schema.diff.ChangeRule;
import dev.terrane.core.schema.diff.Compatibility;
import dev.terrane.core.schema.diff.Impact;
import dev.terrane.core.schema.diff.SchemaChange;
import dev.terrane.core.schema.diff.SchemaDiff;
import dev.terrane.core.schema.diff.Verdict;
import dev.terrane.schema.registry.SchemaContent;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaSnapshot;
import dev.terrane.schema.registry.SchemaVersion;
import dev.terrane.schema.registry.lifecycle.MemberKey;
import dev.terrane.schema.registry.lifecycle.RetiredMember;
import dev.terrane.schema.registry.references.Reference;
import dev.terrane.schema.registry.references.ReferenceKind;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes plans: a pure function of a snapshot, its documents and the next one. One use each. */
final class Planner {
    private final SchemaSnapshot snapshot;
    private final Documents documents;
    private final SchemaDocument next;
    private final SchemaContent content;

    Planner(
            SchemaSnapshot snapshot,
            Documents documents,
            SchemaDocument next,
            SchemaContent content) {
        this.snapshot = snapshot;
        this.documents = documents;
        this.next = next;
        this.content = content;
    }

    PublishPlan plan() {
        Map<SchemaHash, SchemaVersion> earlier = new LinkedHashMap<>();
        for (SchemaVersion version : snapshot.versions()) {
            // The same content once: the last place, so that the newest stays the newest.
            earlier.remove(version.contentHash());
            earlier.put(version.contentHash(), version);
        }
        List<SchemaVersion> versions =
                snapshot.mode().isTransitive()
                        ? List.copyOf(earlier.values())
                        : snapshot.newest().stream().toList();
        RegistryUse use = use();
        Compatibility judged =
                Compatibility.judge(snapshot.mode(), new ReadOnDemand(versions), next, use);
        Optional<SchemaDocument> newest = snapshot.newest().map(documents::get);
        SchemaDiff diff =
                newest.map(document -> SchemaDiff.of(document, next, use))
                        .orElseGet(() -> new SchemaDiff(List.of()));
        List<Finding> forbidden = findings(judged.forbidden(), versions);
        forbidden.addAll(reusedReservations(forbidden));
        List<RetiredMember> leftOut = newest.map(this::leftOut).orElse(List.of());
        // What was confirmed for an earlier version is not asked again.
        List<Finding> confirmations = ofNewest(judged.confirmations(), versions);
        List<Finding> warnings = ofNewest(judged.warnings(), versions);
        List<Held> held = held(leftOut);
        boolean unchanged =
                snapshot.newest()
                        .filter(last -> last.contentHash().equals(content.contentHash()))
                        .isPresent();
        int latest = snapshot.newest().map(last -> last.id().version()).orElse(0);
        return new PublishPlan(
                snapshot.name(),
                latest,
                unchanged ? latest : snapshot.lastNumber() + 1,
                snapshot.mode(),
                content,
                diff,
                diff.worst(),
                forbidden,
                held,
                confirmations,
                warnings,
                leftOut.stream().map(RetiredMember::key).toList(),
                affected(),
                hash(latest, diff, forbidden, held, confirmations, warnings));
    }

    /** What differs from any document of the schema. */
    SchemaDiff diff(SchemaDocument before) {
        return SchemaDiff.of(before, next, use());
    }

    /** One earlier document in memory at a time, however long the chain is. */
    private final class ReadOnDemand extends AbstractList<SchemaDocument> {
        private final List<SchemaVersion> versions;

        private ReadOnDemand(List<SchemaVersion> versions) {
            this.versions = versions;
        }

        @Override
        public SchemaDocument get(int index) {
            return documents.get(versions.get(index));
        }

        @Override
        public int size() {
            return versions.size();
        }
    }

    private RegistryUse use() {
        Set<SchemaId> ids =
                snapshot.references().stream().map(Reference::id).collect(Collectors.toSet());
        RegistryUse use =
                new RegistryUse(
                        snapshot.retired().stream()
                                .map(RetiredMember::key)
                                .collect(Collectors.toSet()));
        snapshot.versions().stream()
                .filter(version -> ids.contains(version.id()))
                .forEach(version -> use.add(documents.get(version)));
        return use;
    }

    /** What is told of the newest version, which is the last. */
    private List<Finding> ofNewest(
            List<Compatibility.Finding> found, List<SchemaVersion> versions) {
        return findings(
                found.stream().filter(finding -> finding.earlier() == versions.size() - 1).toList(),
                versions);
    }

    private static List<Finding> findings(
            List<Compatibility.Finding> found, List<SchemaVersion> versions) {
        List<Finding> findings = new ArrayList<>();
        for (Compatibility.Finding finding : found) {
            findings.add(new Finding(versions.get(finding.earlier()).id(), finding.change()));
        }
        return findings;
    }

    /**
     * Members on reserved indices that no earlier version shows: the class was gone meanwhile, or
     * all versions are retired.
     */
    private List<Finding> reusedReservations(List<Finding> known) {
        Set<String> told = new HashSet<>();
        for (Finding finding : known) {
            if (finding.change().rule() == ChangeRule.RETIRED_INDEX_REUSED
                    && finding.change().after() != null) {
                told.add(finding.change().after().pointer().replaceAll("/index$", ""));
            }
        }
        Set<MemberKey> reserved =
                snapshot.retired().stream()
                        .filter(RetiredMember::isReserved)
                        .map(RetiredMember::key)
                        .collect(Collectors.toSet());
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < next.classes().size(); i++) {
            ClassDefinition type = next.classes().get(i);
            String pointer = "/classes/" + i;
            findings.addAll(reused(type, type.fields(), pointer + "/fields/", reserved, told));
            findings.addAll(reused(type, type.tables(), pointer + "/tables/", reserved, told));
            findings.addAll(
                    reused(type, type.containers(), pointer + "/containers/", reserved, told));
        }
        return findings;
    }

    private static List<Finding> reused(
            ClassDefinition type,
            List<? extends Member> members,
            String pointer,
            Set<MemberKey> reserved,
            Set<String> told) {
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            Member member = members.get(i);
            String place = pointer + i;
            if (reserved.contains(new MemberKey(type.name(), member.index()))
                    && !told.contains(place)) {
                Impact impact =
                        new Impact(Verdict.BREAK, Verdict.OK, Verdict.BREAK, Verdict.REFUSED);
                findings.add(
                        new Finding(
                                null,
                                new SchemaChange(
                                        ChangeRule.RETIRED_INDEX_REUSED,
                                        null,
                                        new SchemaChange.Side(
                                                place, SchemaWriter.writeMember(member)),
                                        impact)));
            }
        }
        return findings;
    }

    /** Retired members the newest version still has and the next one has not. */
    private List<RetiredMember> leftOut(SchemaDocument newest) {
        return snapshot.retired().stream()
                .filter(member -> !member.isReserved())
                .filter(member -> has(newest, member.key()) && !has(next, member.key()))
                .toList();
    }

    private List<Held> held(List<RetiredMember> leftOut) {
        if (leftOut.isEmpty() || snapshot.references().isEmpty()) {
            return List.of();
        }
        Map<SchemaId, List<Reference>> byVersion =
                snapshot.references().stream().collect(Collectors.groupingBy(Reference::id));
        Map<RetiredMember, List<Reference>> holders = new LinkedHashMap<>();
        for (SchemaVersion version : snapshot.versions()) {
            List<Reference> references = byVersion.getOrDefault(version.id(), List.of());
            if (references.isEmpty()) {
                continue;
            }
            SchemaDocument document = documents.get(version);
            for (RetiredMember member : leftOut) {
                if (has(document, member.key())) {
                    references.stream()
                            .filter(reference -> mayUse(reference, member))
                            .forEach(
                                    reference ->
                                            holders.computeIfAbsent(member, _ -> new ArrayList<>())
                                                    .add(reference));
                }
            }
        }
        return holders.entrySet().stream()
                .map(entry -> new Held(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** Whoever came live after the retirement does not select the member. */
    private static boolean mayUse(Reference reference, RetiredMember member) {
        return reference.kind() == ReferenceKind.STORED
                || !reference.heldAt().isAfter(member.retiredAt());
    }

    private static boolean has(SchemaDocument document, MemberKey key) {
        return document.findClass(key.className()).stream()
                .flatMap(type -> type.members().stream())
                .anyMatch(member -> member.index() == key.index());
    }

    private List<Reference> affected() {
        return snapshot.references().stream()
                .filter(reference -> reference.kind() == ReferenceKind.LIVE)
                .toList();
    }

    private String hash(
            int latest,
            SchemaDiff diff,
            List<Finding> forbidden,
            List<Held> held,
            List<Finding> confirmations,
            List<Finding> warnings) {
        var hash = new PlanHash();
        hash.add("name", snapshot.name().value());
        hash.add("latest", Integer.toString(latest));
        hash.add("mode", snapshot.mode().name());
        hash.add("content", content.contentHash().hex());
        diff.changes().forEach(change -> hash.add("change", change.toString()));
        forbidden.forEach(finding -> hash.add("forbidden", finding.message()));
        held.forEach(member -> hash.add("held", member.member().key().toString()));
        confirmations.forEach(finding -> hash.add("confirm", finding.message()));
        warnings.forEach(finding -> hash.add("warn", finding.message()));
        return hash.toHex();
    }
}
