-- What the edge proxies need to know: in which regions each application is. Kept by a store of their own, or beside the
-- machines. update_id names the change that wrote a row last.
CREATE TABLE app_regions (
    app TEXT NOT NULL,
    region TEXT NOT NULL,
    update_id TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (app, region)
);
