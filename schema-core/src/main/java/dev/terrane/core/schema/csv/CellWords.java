package dev.terrane.core.schema.csv;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Words that spreadsheets put in place of what was typed. */
final class CellWords {
    /** How Excel and LibreOffice show true and false in the languages they are sold in. */
    private static final Map<String, Boolean> BOOLEANS =
            Stream.concat(
                            words(
                                    true,
                                    "TRUE WAHR VRAI VERDADERO VERDADEIRO VERO WAAR SANT SAND SANN"
                                            + " TOSI PRAWDA PRAVDA IGAZ DOĞRU ИСТИНА ІСТИНА ADEVĂRAT"
                                            + " ΑΛΗΘΗΣ ΑΛΗΘΉΣ BENAR TÕENE ISTINA RESNICA PATIESA"
                                            + " TEISINGA"),
                            words(
                                    false,
                                    "FALSE FALSCH FAUX FALSO ONWAAR FALSKT FALSK USANN EPÄTOSI"
                                            + " FAŁSZ NEPRAVDA HAMIS YANLIŞ ЛОЖЬ ХИБНІСТЬ ХИБА FALS"
                                            + " ΨΕΥΔΗΣ ΨΕΥΔΉΣ SALAH VÄÄR LAŽ NERESNICA APLAMA"
                                            + " NETEISINGA"))
                    .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

    /** What a spreadsheet shows when it could not compute, or not show, a cell. */
    private static final Pattern ERROR =
            Pattern.compile("#[\\p{L}0-9/_]+[!?]?|#+|(?i:err:)[0-9]{3}");

    private CellWords() {}

    private static Stream<Map.Entry<String, Boolean>> words(boolean value, String words) {
        return Stream.of(words.split(" ")).map(word -> Map.entry(word, value));
    }

    /** The truth value a word stands for in some language. */
    static Optional<Boolean> findBoolean(String word) {
        return Optional.ofNullable(BOOLEANS.get(word.toUpperCase(Locale.ROOT)));
    }

    static boolean isBoolean(String word) {
        return findBoolean(word).isPresent();
    }

    /** Whether the cell holds an error instead of a value. */
    static boolean isError(String cell) {
        return ERROR.matcher(cell).matches();
    }
}
