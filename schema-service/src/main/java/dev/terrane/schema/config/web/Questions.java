package dev.terrane.schema.config.web;

import dev.terrane.core.schema.ClassDefinition;
import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaLimits;
import dev.terrane.core.schema.csv.ConfigCsv;
import dev.terrane.core.schema.csv.CsvFormat;
import dev.terrane.core.schema.csv.CsvResult;
import dev.terrane.core.schema.rows.RowFilter;
import dev.terrane.core.schema.rows.RowQuery;
import dev.terrane.schema.config.ConfigRefusals;
import dev.terrane.schema.drafts.DraftTag;
import dev.terrane.schema.registry.SchemaNames;
import dev.terrane.support.web.EntityTags;
import dev.terrane.support.web.Page;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** What versions and drafts are asked alike, and how it is answered. */
final class Questions {
    private static final Pattern ROW_ID = Pattern.compile("[1-9][0-9]{0,9}");
    private static final int FILTERS_MAX = 16;
    private static final MediaType CSV = new MediaType("text", "csv", StandardCharsets.UTF_8);

    private Questions() {}

    /** A page of rows. */
    static Page<RowView> rows(
            SchemaDocument document,
            @Nullable String className,
            @Nullable List<String> where,
            int limit,
            String pageToken) {
        if (limit < 1 || limit > RowQuery.LIMIT_MAX) {
            throw ConfigRefusals.badLimit(limit);
        }
        List<String> conditions = where == null ? List.of() : where;
        if (conditions.size() > FILTERS_MAX) {
            throw SchemaNames.bad("where", "a question has at most " + FILTERS_MAX + " conditions");
        }
        List<RowFilter> filters = new ArrayList<>();
        if (className != null) {
            ClassDefinition type = ConfigRefusals.require(document, "class", className);
            conditions.forEach(condition -> filters.add(filter(type, condition)));
        } else if (!conditions.isEmpty()) {
            throw SchemaNames.bad("where", "conditions are on fields of a class; give class, too");
        }
        long after = pageToken.isEmpty() ? 0 : after(pageToken);
        RowQuery.Page page = new RowQuery(className, filters, after, limit).run(document);
        return new Page<>(
                page.rows().stream().map(RowView::of).toList(),
                page.next().map(id -> Long.toString(id)).orElse(""));
    }

    private static RowFilter filter(ClassDefinition type, String condition) {
        return switch (RowFilter.parse(type, condition, SchemaLimits.DEFAULT)) {
            case RowFilter.Parsed.Ok(RowFilter filter) -> filter;
            case RowFilter.Parsed.Refused(String message) ->
                    throw SchemaNames.bad("where", message);
        };
    }

    private static long after(String token) {
        if (!ROW_ID.matcher(token).matches()) {
            throw SchemaNames.bad("pageToken", "the page token is not one of this list");
        }
        return Long.parseLong(token);
    }

    /** One row. */
    static RowView row(SchemaDocument document, String rowId) {
        long id = rowId(rowId);
        return RowQuery.find(document, id)
                .map(RowView::of)
                .orElseThrow(() -> ConfigRefusals.noRow(id));
    }

    /** An id as it stands in a path. */
    static long rowId(String text) {
        long id = ROW_ID.matcher(text).matches() ? Long.parseLong(text) : 0;
        if (id < 1 || id > 0xFFFF_FFFFL) {
            throw SchemaNames.bad("rowId", "a row id is 1..4294967295");
        }
        return id;
    }

    /** A class's rows as a file. */
    static ResponseEntity.BodyBuilder csv(String schema, String className) {
        String name = (schema + "-" + className).replaceAll("[^A-Za-z0-9._-]", "_");
        return ResponseEntity.ok()
                .contentType(CSV)
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        "attachment; filename=\"" + name + ".csv\"");
    }

    /** The text of that file. */
    static byte[] table(
            SchemaDocument document, String className, String separator, boolean byteOrderMark) {
        ConfigRefusals.require(document, "class", className);
        CsvFormat format = new CsvFormat(separator(separator), byteOrderMark);
        return switch (ConfigCsv.write(document, className, format)) {
            case CsvResult.Ok<String>(String text) -> text.getBytes(StandardCharsets.UTF_8);
            case CsvResult.Rejected<String>(var problems) ->
                    throw ConfigRefusals.badTable(className, problems);
        };
    }

    private static CsvFormat.Separator separator(String text) {
        for (CsvFormat.Separator separator : CsvFormat.Separator.values()) {
            if (separator.name().toLowerCase(Locale.ROOT).equals(text)) {
                return separator;
            }
        }
        throw SchemaNames.bad("separator", "a separator is comma, semicolon or tab");
    }

    /** The one tag of If-Match. */
    static DraftTag tag(@Nullable String ifMatch) {
        return EntityTags.required(ifMatch, "a draft", DraftTag::find);
    }
}
