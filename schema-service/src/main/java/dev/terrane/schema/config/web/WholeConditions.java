package dev.terrane.schema.config.web;

import java.util.List;
import org.springframework.beans.propertyeditors.CustomCollectionEditor;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.InitBinder;

/** A condition on rows is one text: the framework would take its commas for several. */
@ControllerAdvice(assignableTypes = {DraftConfigController.class, VersionConfigController.class})
class WholeConditions {
    @InitBinder("where")
    void bind(WebDataBinder binder) {
        binder.registerCustomEditor(List.class, new CustomCollectionEditor(List.class));
    }
}
