package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.maps.ImportOutcome.Place;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Walks one XML file from start tag to start tag. Document types are refused, so there are no
 * entities but the predefined ones. Used by one thread.
 */
final class XmlCursor implements Faults {
    private static final int DEPTH_MAX = 64;
    private static final Pattern ENCODING =
            Pattern.compile(
                    "(?:\u00ef\u00bb\u00bf)?<\\?xml[^>]*?encoding=[\"']([A-Za-z0-9._-]+)[\"']");

    /** The parser names its own messages and settings. */
    private static final Pattern PARSER_CODE =
            Pattern.compile("JAXP\\d+: *|, \"\\d+\" is the limit set by \"[^\"]*\"");

    private final String file;
    private final XMLStreamReader reader;
    private String element = "";
    private int depth;

    XmlCursor(String file, Bytes content) {
        this.file = file;
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, true);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        try {
            this.reader = factory.createXMLStreamReader(new StringReader(text(content)));
        } catch (XMLStreamException e) {
            throw notWellFormed(e);
        }
    }

    /** Decoded here, strictly: the parser would print what it cannot decode. */
    private String text(Bytes content) {
        ByteBuffer bytes = content.asReadOnlyBuffer();
        Charset charset = StandardCharsets.UTF_8;
        int first = bytes.remaining() < 2 ? 0 : bytes.getShort(0) & 0xFFFF;
        if (first == 0xFEFF || first == 0xFFFE) {
            charset = StandardCharsets.UTF_16;
        } else {
            byte[] head = new byte[Math.min(200, bytes.remaining())];
            bytes.get(0, head);
            Matcher declared = ENCODING.matcher(new String(head, StandardCharsets.ISO_8859_1));
            if (declared.lookingAt()) {
                charset = charset(declared.group(1), declared.start(1));
            }
        }
        CharsetDecoder decoder = charset.newDecoder();
        CharBuffer decoded =
                CharBuffer.allocate(
                        (int) Math.ceil(bytes.remaining() * (double) decoder.maxCharsPerByte())
                                + 1);
        CoderResult result = decoder.decode(bytes, decoded, true);
        if (result.isUnderflow()) {
            result = decoder.flush(decoded);
        }
        if (!result.isUnderflow()) {
            throw new ImportFault(
                    ImportReason.NOT_WELL_FORMED,
                    new Place(file, 0, 0, "", bytes.position()),
                    "not well-formed XML: it is not " + charset);
        }
        String text = decoded.flip().toString();
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private Charset charset(String name, int offset) {
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException e) {
            throw new ImportFault(
                    ImportReason.NOT_WELL_FORMED,
                    new Place(file, 0, 0, "", offset),
                    "not well-formed XML: encoding '" + name + "' is not known");
        }
    }

    /** Moves to the root element, which must have one of these names. */
    void root(String expected) {
        while (next() != XMLStreamConstants.START_ELEMENT) {
            // Comments, processing instructions and white space before the root.
        }
        if (!name().equals(expected)) {
            throw fault(
                    ImportReason.NOT_A_MAP,
                    "the root element is <" + name() + ">, not <" + expected + ">");
        }
    }

    /**
     * Moves to the next child of the element whose start tag was read, or over its end tag and
     * returns false. Every child returned must be consumed by this method, {@link #text} or {@link
     * #skip}.
     */
    boolean nextChild() {
        return nextChild(true);
    }

    /** As {@link #nextChild()} of an element that holds no text but white space. */
    boolean nextChildWithoutText() {
        return nextChild(false);
    }

    private boolean nextChild(boolean mayHoldText) {
        while (true) {
            switch (next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    return true;
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    return false;
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (!mayHoldText && !reader.getText().isBlank()) {
                        throw fault(ImportReason.BAD_DATA, "elements are expected, not text");
                    }
                }
                default -> {}
            }
        }
    }

    /** Consumes the current element with all it contains. */
    void skip() {
        while (nextChild()) {
            skip();
        }
    }

    /** Consumes the current element and returns its text; children are refused. */
    String text() {
        StringBuilder text = new StringBuilder();
        while (true) {
            int event = next();
            if (event == XMLStreamConstants.END_ELEMENT) {
                return text.toString();
            }
            if (event == XMLStreamConstants.START_ELEMENT) {
                throw fault(ImportReason.BAD_DATA, "text is expected, not <" + name() + ">");
            }
            if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
                text.append(reader.getText());
            }
        }
    }

    /** Name of the current element. */
    String name() {
        return reader.getLocalName();
    }

    /**
     * Names what later faults are about, for example {@code layer 1 'Ground'}; empty for none.
     *
     * @return what they were about, for who goes back to it
     */
    String about(String described) {
        String before = element;
        element = described;
        return before;
    }

    Optional<String> find(String attribute) {
        return Optional.ofNullable(reader.getAttributeValue(null, attribute));
    }

    /** The attributes of the current element. */
    Map<String, String> attributes() {
        Map<String, String> all = new LinkedHashMap<>();
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            all.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
        }
        return all;
    }

    String get(String attribute) {
        return find(attribute)
                .orElseThrow(
                        () ->
                                fault(
                                        ImportReason.BAD_ATTRIBUTE,
                                        "<%s> has no attribute '%s'".formatted(name(), attribute)));
    }

    int integer(String attribute, int min, int max) {
        String text = get(attribute);
        try {
            long value = Long.parseLong(text);
            if (value >= min && value <= max) {
                return (int) value;
            }
        } catch (NumberFormatException e) {
            // Reported below with the text.
        }
        throw fault(
                ImportReason.BAD_ATTRIBUTE,
                "%s='%s': an integer from %d to %d is expected"
                        .formatted(attribute, text, min, max));
    }

    int integer(String attribute, int min, int max, int absent) {
        return find(attribute).isPresent() ? integer(attribute, min, max) : absent;
    }

    double real(String attribute, double absent) {
        String text = find(attribute).orElse(null);
        return text == null ? absent : real(attribute, text);
    }

    double real(String what, String text) {
        try {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Reported below with the text.
        }
        throw fault(ImportReason.BAD_ATTRIBUTE, what + "='" + text + "' is not a finite number");
    }

    @Override
    public Place place() {
        Location at = reader.getLocation();
        return new Place(
                file, Math.max(0, at.getLineNumber()), Math.max(0, at.getColumnNumber()), element);
    }

    private int next() {
        try {
            int event = reader.next();
            if (event == XMLStreamConstants.DTD) {
                throw fault(ImportReason.DOCTYPE, "a document type is not read");
            }
            if (event == XMLStreamConstants.START_ELEMENT && ++depth > DEPTH_MAX) {
                throw over("elements inside each other", DEPTH_MAX, depth);
            }
            if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            }
            if (event == XMLStreamConstants.END_DOCUMENT) {
                throw fault(ImportReason.NOT_WELL_FORMED, "the file ends early");
            }
            return event;
        } catch (XMLStreamException e) {
            throw notWellFormed(e);
        }
    }

    private ImportFault notWellFormed(XMLStreamException e) {
        Location at = e.getLocation();
        Place place =
                at == null
                        ? new Place(file, 0, 0, element)
                        : new Place(
                                file,
                                Math.max(0, at.getLineNumber()),
                                Math.max(0, at.getColumnNumber()),
                                element);
        String message = PARSER_CODE.matcher(String.valueOf(e.getMessage())).replaceAll("");
        int text = message.indexOf("Message: ");
        return new ImportFault(
                ImportReason.NOT_WELL_FORMED,
                place,
                "not well-formed XML: " + (text < 0 ? message : message.substring(text + 9)));
    }
}
