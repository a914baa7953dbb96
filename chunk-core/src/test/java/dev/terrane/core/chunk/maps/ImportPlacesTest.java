package dev.terrane.core.chunk.maps;

import static dev.terrane.core.chunk.maps.ImportFixture.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.maps.RefusedMaps.Case;
import dev.terrane.core.chunk.maps.RefusedMaps.Form;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every reason for which a map of each form can be refused comes with its place: the file, and in
 * it the line and column or the byte (XML), or the JSON pointer, and the layer, object, tile or
 * cell.
 */
class ImportPlacesTest {
    private static final String SET =
            "<tileset name='s' tilecount='4'><image source='s.png'/></tileset>";
    private static final Map<String, String> FILES =
            Map.of(
                    "s.tsx",
                    SET,
                    "t.tsx",
                    "<tileset name='t'>\n <tile id='7'><properties>\n<property name='a'"
                            + " type='int' value='x'/></properties></tile></tileset>",
                    "o.tx",
                    "<template>\n<object gid='3'/></template>");

    static Stream<Case> cases() {
        return Stream.concat(RefusedMaps.cases().stream(), RefusedProjects.cases().stream());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theRefusalNamesThePlace(Case refusedMap) {
        ImportOutcome.Refused refused = refused(refusedMap.form().file, refusedMap.map(), FILES);

        assertThat(refused.place()).hasToString(refusedMap.place());
        assertThat(refused.place().isExact()).isTrue();
        assertThat(refused.reason()).isEqualTo(refusedMap.reason());
    }

    @ParameterizedTest
    @EnumSource
    void everyReasonOfTheFormIsHere(Form form) {
        Set<ImportReason> shown = EnumSet.noneOf(ImportReason.class);
        cases().filter(c -> c.form() == form).forEach(c -> shown.add(c.reason()));
        Set<ImportReason> possible = EnumSet.allOf(ImportReason.class);
        possible.removeAll(form.never());

        assertThat(shown).isEqualTo(possible);
    }

    @Test
    void aPlaceOfAPlaceKeepsWhereTheFileIsAt() {
        ImportOutcome.Place place = new ImportOutcome.Place("m.tmx", 3, 9, "layer 1 'g'");

        assertThat(place.within("cell (1, 2)")).hasToString("m.tmx:3:9, layer 1 'g', cell (1, 2)");
        assertThat(place.within("")).isEqualTo(place);
        assertThat(new ImportOutcome.Place("m.tmx", 0, 0, "").isExact()).isFalse();
    }
}
