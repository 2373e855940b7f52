-- Photos that were sent and wait to be used. A row is written before a byte is read, with as many
-- bytes as were announced: it counts against its owner's day whatever becomes of it, and goes with
-- its image once that day is over.
create table upload (
  id         text primary key,
  uid        text not null references user_profile (uid),
  bytes      bigint not null check (bytes >= 0),
  -- Null until the photo has been checked, and for photos that came with a request of their own.
  image_key  text,
  width      integer check (width > 0),
  height     integer check (height > 0),
  created_at timestamptz not null default now(),
  check (num_nulls(image_key, width, height) in (0, 3))
);

create index upload_of_user on upload (uid, created_at);
create index upload_expired on upload (created_at);

grant select, insert, update, delete on upload to sachet_app;
