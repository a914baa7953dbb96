package dev.terrane.world.chunks.store;

import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementCreator;
import org.springframework.jdbc.core.PreparedStatementSetter;
import org.springframework.jdbc.core.ResultSetExtractor;
import org.springframework.jdbc.support.SQLExceptionTranslator;

/**
 * Tells a damaged row from a mistake of ours: what a row holds was valid when it was written, so
 * whatever a mapper cannot read of it is the database's fault and refused like that.
 */
final class StoredRows extends JdbcTemplate {
    StoredRows(DataSource dataSource, SQLExceptionTranslator translator) {
        super(dataSource);
        setExceptionTranslator(translator);
    }

    @Override
    public <T extends @Nullable Object> T query(String sql, ResultSetExtractor<T> rows) {
        return super.query(sql, guarded(rows));
    }

    @Override
    public <T extends @Nullable Object> T query(
            PreparedStatementCreator statement,
            @Nullable PreparedStatementSetter arguments,
            ResultSetExtractor<T> rows) {
        return super.query(statement, arguments, guarded(rows));
    }

    private static <T extends @Nullable Object> ResultSetExtractor<T> guarded(
            ResultSetExtractor<T> rows) {
        return result -> {
            try {
                return rows.extractData(result);
            } catch (DataAccessException e) {
                throw e;
            } catch (RuntimeException e) {
                throw new NonTransientDataAccessResourceException(
                        "a row cannot be read: " + e.getMessage(), e);
            }
        };
    }
}
