-- Users for admins: search among many, erased people, and an audit trail that is a hash chain.

create extension if not exists pg_trgm;

alter table user_profile
  -- Erased by an admin; what the ledger and the trail refer to stays.
  add column deleted_at timestamptz,
  -- When the last words of theirs were erased; a sweep finds whom that still waits for.
  add column erased_at  timestamptz,
  -- What admins search in; a column, so that there are statistics of it.
  add column search_text text not null generated always as (
    lower(uid || E'\n' || coalesce(email, '') || E'\n' || coalesce(phone_number, ''))
  ) stored,
  add constraint user_profile_deleted
    check (deleted_at is null or (disabled_at is not null and email is null and phone_number is null)),
  add constraint user_profile_erased check (erased_at is null or deleted_at is not null);

create index user_profile_newest on user_profile (created_at desc, uid desc)
  where deleted_at is null;
create index user_profile_disabled on user_profile (created_at desc, uid desc)
  where deleted_at is null and disabled_at is not null;
create index user_profile_to_erase on user_profile (deleted_at)
  where deleted_at is not null and erased_at is null;
create index user_profile_search on user_profile using gin (search_text gin_trgm_ops)
  where deleted_at is null;
-- How many have a part of an address, the planner knows from these.
alter table user_profile alter column search_text set statistics 1000;

create index organization_search on organization using gin (lower(name) gin_trgm_ops);
create index conversation_owner on conversation (uid) where deleted_at is null;
create index organization_invite_accepted on organization_invite (accepted_by)
  where accepted_by is not null;
create index organization_invite_email on organization_invite (email);

-- The trail. Each row's hash covers the hash before it, in the order of the ids.
alter table admin_audit
  alter column id drop identity,
  -- Ids, amounts and names of fields; nothing personal.
  add column details     jsonb not null default '{}',
  -- Names the request, so that one with a key is done once whatever wallet it meets.
  add column request_key text,
  add column hash        bytea check (length(hash) = 32);

create unique index admin_audit_request on admin_audit (request_key) where request_key is not null;

-- Where the chain stands. Its row is the lock that keeps two writers from forking it.
create table admin_audit_head (
  one     boolean primary key default true check (one),
  last_id bigint not null,
  -- 32 zero bytes before the first row.
  hash    bytea  not null check (length(hash) = 32)
);

-- The canonical text of a row, as `shared/ledger/encoding.ts` writes it: every field with its length
-- in bytes, null as `-`.
create function admin_audit_text(audit admin_audit) returns text language sql stable as $$
  select string_agg(
    coalesce(octet_length(convert_to(field, 'UTF8')) || ':' || field, '-'), '' order by place
  ) from unnest(array[
    'sachet.admin.audit', '1', audit.id::text, (extract(epoch from audit.at) * 1000000)::bigint::text,
    audit.actor, audit.action, audit.target_uid, audit.details::text, audit.request_key
  ]) with ordinality as fields (field, place)
$$;

create function chain_admin_audit() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  head admin_audit_head;
begin
  select * into strict head from admin_audit_head for update;
  new.id := head.last_id + 1;
  new.at := clock_timestamp();
  new.hash := sha256(head.hash || sha256(convert_to(admin_audit_text(new), 'UTF8')));
  update admin_audit_head set last_id = new.id, hash = new.hash;
  return new;
end $$;

-- What was recorded before there was a chain.
alter table admin_audit disable trigger admin_audit_append_only;
do $$
declare
  audit admin_audit;
  head  bytea := decode(repeat('00', 32), 'hex');
  last  bigint := 0;
begin
  for audit in select * from admin_audit order by id loop
    head := sha256(head || sha256(convert_to(admin_audit_text(audit), 'UTF8')));
    last := audit.id;
    update admin_audit set hash = head where id = last;
  end loop;
  insert into admin_audit_head (last_id, hash) values (last, head);
end $$;
alter table admin_audit enable trigger admin_audit_append_only;
alter table admin_audit alter column hash set not null;

create trigger admin_audit_chain before insert on admin_audit
  for each row execute function chain_admin_audit();

grant select on admin_audit_head to sachet_app;
