package dev.terrane.schema.config.web;

import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.codegen.CodeGenerator;
import dev.terrane.core.schema.codegen.CodeTarget;
import dev.terrane.core.schema.codegen.Language;
import dev.terrane.core.schema.codegen.TiledTypes;
import dev.terrane.schema.config.ConfigDocuments;
import dev.terrane.schema.hints.Hints;
import dev.terrane.schema.registry.PublishedSchema;
import dev.terrane.schema.registry.SchemaNames;
import dev.terrane.support.web.EntityTags;
import dev.terrane.support.web.Page;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.WebRequest;

/** Static configuration and code of versions over REST. */
@RestController
@RequestMapping("/api/v1/schemas/{id}")
@Tag(name = "configuration", description = "Static rows, tables, and what is made of a version")
class VersionConfigController {
    private static final String ID =
            "`NAME` for the newest version, `NAME@VERSION`, `NAME@CHANNEL`, or"
                    + " `sha256:CONTENT_HASH`";

    private final ConfigDocuments documents;
    private final Hints hints;

    VersionConfigController(ConfigDocuments documents, Hints hints) {
        this.documents = documents;
        this.hints = hints;
    }

    @Operation(
            summary = "Static rows of a version",
            description =
                    "In the order of ids. Conditions are FIELD, one of `= != < <= > >= ~` (contains,"
                            + " in any case) and VALUE, and all of them hold.")
    @ApiResponse(responseCode = "200", description = "The rows")
    @ApiResponse(responseCode = "400", description = "INVALID_ARGUMENT", content = @Content)
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping(path = "/rows", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Page<RowView>> rows(
            @Parameter(description = ID, example = "guest-room@1") @PathVariable String id,
            @Parameter(description = "Only rows of this class", example = "Player")
                    @RequestParam(name = "class", required = false)
                    @Nullable String className,
            @Parameter(description = "Conditions on fields of the class", example = "hp>=100")
                    @RequestParam(required = false)
                    @Nullable List<String> where,
            @Parameter(description = "Rows on a page, 1..1000", example = "100")
                    @RequestParam(defaultValue = "100")
                    int limit,
            @RequestParam(defaultValue = "") String pageToken) {
        PublishedSchema schema = documents.version(id);
        return headers(ResponseEntity.ok(), schema)
                .body(Questions.rows(documents.read(schema), className, where, limit, pageToken));
    }

    @Operation(summary = "A static row by its id", description = "Whatever its class.")
    @ApiResponse(responseCode = "200", description = "The row")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping(path = "/rows/{rowId}", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<RowView> row(
            @Parameter(description = ID, example = "guest-room@1") @PathVariable String id,
            @Parameter(example = "1") @PathVariable String rowId) {
        PublishedSchema schema = documents.version(id);
        return headers(ResponseEntity.ok(), schema)
                .body(Questions.row(documents.read(schema), rowId));
    }

    @Operation(
            summary = "The static rows of a class as CSV",
            description =
                    "A table that spreadsheets keep: what they could take for something else begins"
                            + " with an apostrophe.")
    @ApiResponse(
            responseCode = "200",
            description = "The table",
            content =
                    @Content(
                            mediaType = "text/csv",
                            examples = @ExampleObject("id,name,x\r\n1,Guest,'1.5\r\n")))
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(
            responseCode = "422",
            description = "TABLE_INVALID: a text that spreadsheets do not keep, by cell",
            content = @Content)
    @GetMapping(path = "/csv", produces = "text/csv")
    ResponseEntity<byte[]> csv(
            @Parameter(description = ID, example = "guest-room@1") @PathVariable String id,
            @Parameter(description = "Class of the rows", example = "Player") @RequestParam("class")
                    String className,
            @Parameter(description = "comma, semicolon or tab", example = "semicolon")
                    @RequestParam(defaultValue = "comma")
                    String separator,
            @Parameter(description = "Whether it begins with a byte order mark, as Excel wants")
                    @RequestParam(defaultValue = "true")
                    boolean bom) {
        PublishedSchema schema = documents.version(id);
        byte[] table = Questions.table(documents.read(schema), className, separator, bom);
        return headers(Questions.csv(schema.id().toString(), className), schema).body(table);
    }

    @Operation(
            summary = "Custom types for the Tiled map editor",
            description =
                    "Classes of the version, and enums of the schema's hints: import it in Tiled's"
                            + " Custom Types editor.")
    @ApiResponse(
            responseCode = "200",
            description = "An array as under `propertyTypes` of a Tiled project",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            examples =
                                    @ExampleObject(
                                            """
                                            [{"id": 1, "name": "Marker", "type": "class", "color": "#ff80a0c0",
                                              "drawFill": true, "useAs": ["property", "object", "tile"],
                                              "members": [{"name": "x", "type": "float", "value": 0}]}]
                                            """)))
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping(path = "/tiled", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> tiled(
            @Parameter(description = ID, example = "guest-room@1") @PathVariable String id) {
        PublishedSchema schema = documents.version(id);
        SchemaDocument document = documents.read(schema);
        String types = TiledTypes.write(document, hints.of(schema.id().name(), document));
        return headers(ResponseEntity.ok(), schema).body(types.getBytes(StandardCharsets.UTF_8));
    }

    @Operation(
            summary = "Generated code",
            description =
                    "A zip with constants (index, name, type, mask, wire hash) in each language, and"
                            + " typed accessors in java and typescript. The same version and"
                            + " parameters give the same bytes.")
    @ApiResponse(
            responseCode = "200",
            description = "The files, in a folder for each language",
            content = @Content(mediaType = "application/zip"))
    @ApiResponse(responseCode = "304", description = "The copy you have is it", content = @Content)
    @ApiResponse(responseCode = "400", description = "INVALID_ARGUMENT", content = @Content)
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping(path = "/code", produces = "application/zip")
    ResponseEntity<byte[]> code(
            @Parameter(description = ID, example = "guest-room@1") @PathVariable String id,
            @Parameter(description = "java, typescript, csharp, gdscript", example = "java")
                    @RequestParam
                    List<String> language,
            @Parameter(description = "Java package and C# namespace", example = "game.schema")
                    @RequestParam(name = "package", defaultValue = CodeTarget.NAMESPACE_DEFAULT)
                    String namespace,
            WebRequest request) {
        Set<Language> languages = new LinkedHashSet<>();
        for (String text : language) {
            languages.add(
                    Language.find(text)
                            .orElseThrow(
                                    () ->
                                            SchemaNames.bad(
                                                    "language",
                                                    "a language is java, typescript, csharp or"
                                                            + " gdscript, not "
                                                            + SchemaNames.clip(text))));
        }
        if (!CodeTarget.isNamespace(namespace)) {
            throw SchemaNames.bad("package", "a package is identifiers joined by points");
        }
        PublishedSchema schema = documents.version(id);
        CodeTarget target =
                new CodeTarget(schema.id().name().value(), schema.id().toString(), namespace);
        SchemaDocument document = documents.read(schema);
        CodeArchive archive = new CodeArchive();
        for (Language each : languages) {
            archive.add(each, CodeGenerator.generate(each, document, target));
        }
        String tag = '"' + archive.hash() + '"';
        if (request.checkNotModified(tag)) {
            return headers(ResponseEntity.status(304), schema).eTag(tag).build();
        }
        return headers(ResponseEntity.ok(), schema)
                .eTag(tag)
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        "attachment; filename=\""
                                + schema.id().toString().replace('@', '-')
                                + ".zip\"")
                .body(archive.toZip());
    }

    /** Which version it was, since the caller may have asked for the newest. */
    private static <B extends ResponseEntity.HeadersBuilder<?>> B headers(
            B builder, PublishedSchema schema) {
        builder.header("Terrane-Schema-Id", schema.id().toString());
        return EntityTags.revalidated(builder);
    }
}
