-- Each change of rows that people watch announces its subject in the same transaction, and `GET /api/events` carries
-- the subject to the people who may see it (`shared/contracts/live.ts`). The payload has no content, only the subject
-- and perhaps the owner's id.

-- Announces the rows that a statement has changed: once, or once for each owner. PostgreSQL delivers equal
-- notifications of a transaction once. The arguments are the subject and perhaps the column that names the owner.
create function announce_rows() returns trigger language plpgsql as $$
begin
  if tg_nargs = 1 then
    perform announce(tg_argv[0], null) where exists (select from changed);
  else
    perform announce(tg_argv[0], owner)
       from (select distinct to_jsonb(c) ->> tg_argv[1] as owner from changed c) owners;
  end if;
  return null;
end $$;

-- For triggers with a condition on the columns that changed. A row that moves is announced to both owners.
create function announce_row() returns trigger language plpgsql as $$
begin
  perform announce(tg_argv[0], owner)
     from (values (to_jsonb(old) ->> tg_argv[1]), (to_jsonb(new) ->> tg_argv[1])) owners (owner)
    where owner is not null;
  return null;
end $$;

create function announce(subject text, owner text) returns void language sql as $$
  select pg_notify('sachet_live', json_strip_nulls(
    json_build_object('event', 'changed', 'subject', subject, 'owner', owner))::text)
$$;

-- The triggers are for statements, so that an import of many lines costs one notification.
create function announce_changes(name text, subject text, owner_column text default null) returns void
language plpgsql as $$
declare
  arguments text := concat_ws(', ', quote_literal(subject), quote_literal(owner_column));
begin
  execute format('create trigger %I after insert on %I referencing new table as changed
    for each statement execute function announce_rows(%s)', 'announce_inserted_' || subject, name, arguments);
  execute format('create trigger %I after update on %I referencing new table as changed
    for each statement execute function announce_rows(%s)', 'announce_updated_' || subject, name, arguments);
  execute format('create trigger %I after delete on %I referencing old table as changed
    for each statement execute function announce_rows(%s)', 'announce_deleted_' || subject, name, arguments);
end $$;

select announce_changes(name, subject, owner_column) from (values
  ('provider',                'models',       null),
  ('model',                   'models',       null),
  ('model_price',             'models',       null),
  ('model_default',           'models',       null),
  ('model_sync',              'models',       null),
  ('provider_balance',        'balances',     null),
  ('admin_notice',            'notices',      null),
  ('admin_proposal',          'proposals',    null),
  ('content_report',          'reports',      null),
  ('content_report_step',     'reports',      null),
  ('referral_campaign',       'growth',       null),
  ('gift_code',               'growth',       null),
  ('supplier_setting',        'supplier',     null),
  ('registration_closing',    'supplier',     null),
  ('export_file',             'exports',      null),
  ('ledger_verification',     'verification', null),
  ('ledger_checkpoint',       'verification', null),
  ('audit_finding',           'verification', null),
  ('auditor_state',           'verification', null),
  ('payment_refund',          'payments',     null),
  ('payment_dispute',         'payments',     null),
  ('payment_exception',       'exceptions',   null),
  ('payment_exception_entry', 'exceptions',   null),
  ('settlement_day',          'settlements',  null),
  ('settlement_import',       'settlements',  null),
  ('bank_withdrawal',         'settlements',  null),
  ('bank_mark',               'settlements',  null),
  ('bank_entry',              'settlements',  null),
  ('month_lock',              'settlements',  null),
  ('fee_term',                'settlements',  null),
  ('ledger_day',              'finance',      null),
  ('ledger_day_close',        'finance',      null),
  ('provider_cost_day',       'finance',      null),
  ('provenance_used',         'finance',      null),
  ('usd_rate',                'finance',      null),
  ('document_used',           'finance',      null),
  ('document',                'register',     null),
  ('e_invoice',               'register',     null),
  ('document',                'documents',    'wallet_id'),
  ('organization_invite',     'organization', 'organization_id'),
  ('member_budget',           'organization', 'wallet_id'),
  -- Not for readers: their own streams find out what they may see from now on.
  ('super_admin',             'access',       'uid'),
  ('finance_user',            'access',       'uid')
) watched (name, subject, owner_column);

-- A receipt was issued, or none was due.
create trigger announce_receipt after delete on receipt_due referencing old table as changed
  for each statement execute function announce_rows('documents', 'wallet_id');

-- Not for readers either: a request waits for another one's call of the gateway.
create trigger announce_asked after update on payment_order
  for each row when (old.gateway_order_id is distinct from new.gateway_order_id
    or old.gateway_asked_at is distinct from new.gateway_asked_at)
  execute function announce_row('orders', 'id');

-- The columns that decide what a person may see. Their organization's admins see who belongs to it.
create trigger announce_access after update on user_profile
  for each row when (old.wallet_id is distinct from new.wallet_id
    or old.organization_id is distinct from new.organization_id or old.role is distinct from new.role)
  execute function announce_row('access', 'uid');
create trigger announce_member after update on user_profile
  for each row when (old.organization_id is distinct from new.organization_id
    or old.role is distinct from new.role)
  execute function announce_row('organization', 'organization_id');
