-- What the proxies of a fleet need to know: which applications there are, and which machines answer for them.
-- update_id names the change that wrote a row last, so that its way through the fleet can be followed.
CREATE TABLE apps (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL DEFAULT '',
    update_id TEXT NOT NULL DEFAULT ''
);
CREATE TABLE machines (
    id TEXT NOT NULL PRIMARY KEY,
    app TEXT NOT NULL DEFAULT '',
    region TEXT NOT NULL DEFAULT '',
    address TEXT NOT NULL DEFAULT '',
    state TEXT NOT NULL DEFAULT 'started',
    update_id TEXT NOT NULL DEFAULT ''
);
