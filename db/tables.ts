/** The tables as Kysely sees them: generated from the migrations, with the types that SQL does not know. */
import type { ModelPrices } from '@sachet/shared/models/model-prices';
import type { Capability, ModelPurpose } from '@sachet/shared/models/contracts/admin-models';
import type { ExportFile, ExportRequest } from '@sachet/shared/finance/contracts/admin-exports';
import type { AdminNoticeContent } from '@sachet/shared/admin/contracts/admin-notices';
import type {
  CheckName,
  LedgerVerification,
  LedgerVerificationStatus,
} from '@sachet/shared/ledger/contracts/admin-ledger';
import type { FailureCategory, Mode, Provider, Quality } from '@sachet/shared/contracts/vocabulary';
import type { AspectRatio, Language } from '@sachet/shared/contracts/vocabulary';
import type { GenerationStatus } from '@sachet/shared/studio/contracts/generation';
import type {
  BankEntryAccount,
  BankEntryStatus,
} from '@sachet/shared/finance/contracts/admin-settlements';
import type { ExceptionAction } from '@sachet/shared/payments/contracts/admin-payments';
import type { TopUpStatus } from '@sachet/shared/payments/contracts/payment';
import type { VersionRecipe } from '@sachet/shared/studio/contracts/version';
import type { Tone } from '@sachet/shared/studio/tones';
import type { ReportMailStatus } from '@sachet/shared/moderation/contracts/report';
import type { EventKind, eventFields, FieldValue, proofFields } from '@sachet/shared/ledger/event';
import type { DocumentKind, SupplierSettings } from '@sachet/shared/tax/content';
import type { CountryCode } from '@sachet/shared/tax/countries';
import type { StateCode } from '@sachet/shared/tax/states';
import type { DayTotal } from '@sachet/shared/finance/day-close';
import type { BonusWithheld } from '@sachet/shared/people/contracts/user';
import type { ReferralEnd, ReferralStatus } from '@sachet/shared/people/referral';
import type { Debt, Lot, Purpose } from '@sachet/shared/finance/provenance';
import type { HoldStatus } from '@sachet/shared/ledger/state';
import type { ExceptionKind } from '@sachet/shared/finance/exception';
import type { ColumnRole } from '@sachet/shared/finance/settlement/bank-columns';
import type { DateOrder } from '@sachet/shared/finance/settlement/bank-day';
import type { FeeMethod, SettlementKind } from '@sachet/shared/finance/settlement/line';
import type { StoredFailure } from '@sachet/shared/studio/failure';
import type { FinalSize, PriceBySize } from '@sachet/shared/models/rate-card';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { DB } from './generated-tables.ts';

type EventFields = typeof eventFields & typeof proofFields;

export type LedgerEventTable = {
  [Name in keyof EventFields as EventFields[Name]['column']]: FieldValue<
    EventFields[Name],
    Date,
    Buffer
  >;
};

/** A view of the events, like those of charges and payments. */
export interface HoldView {
  id: string;
  wallet_id: string;
  amount_paise: number;
  status: HoldStatus;
  counter_account: string;
  member_uid: string | null;
  budget_month: string | null;
  generation_id: string | null;
  conversation_id: string | null;
  expires_at: Date;
  upgrades_seq: number | null;
}

export interface ChargeView {
  wallet_id: string;
  seq: number;
  amount_paise: number;
  refunded_paise: number;
  counter_account: string;
  member_uid: string;
  budget_month: string;
  generation_id: string | null;
  conversation_id: string | null;
}

export interface PaymentView {
  id: string;
  wallet_id: string;
  order_id: string;
  credited_paise: number;
  refunded_paise: number;
  disputed_paise: number;
}

/**
 * Shares of the free work of one day: of all users, of users who have not paid, and of the unverified ones.
 */
export type FreeWorkShare = 'free_work' | 'unpaid_free_work' | 'unverified_free_work';

export interface ModelPriceTable extends ModelPrices {
  provider: Provider;
  model_id: string;
  /** `2026-12-01`, in UTC. */
  from_day: string;
}

/** The findings of a sync of the catalogue with the providers' lists. Models by their ids. */
export interface SyncResult {
  new: string[];
  deprecated: string[];
  returned: string[];
  failures: { provider: Provider; category: FailureCategory; message: string }[];
}

/** Proposals for a second super admin. The database sets the times. */
/** The terms that a `campaign` proposal offers; keys are columns of `referral_campaign`. */
export interface CampaignProposal {
  readonly is_on: boolean;
  readonly friend_paise: number;
  readonly inviter_paise: number;
  readonly minimum_paise: number;
  readonly friends_at_most: number;
  readonly day_budget_paise: number;
}

/** A gift code that works once it is approved. Its maker has seen the code; only the digest is stored. */
export interface GiftCodeProposal {
  readonly codeHash: string;
  readonly amountPaise: number;
  readonly uses: number;
  readonly note: string;
  /** Days from the approval. */
  readonly days: number;
}

/** A view: null is an open end. */
export interface SupplierSettingSpanView {
  id: number;
  gstin: string | null;
  valid_from: Date;
  valid_until: Date | null;
}

/** Columns of these tables, in place of the generated ones. */
interface Known {
  wallet: {
    owner_kind: 'user' | 'organization';
  };
  ledger_event: LedgerEventTable;
  hold: HoldView;
  charge: ChargeView;
  payment: PaymentView;
  member_month: {
    spent_paise: number;
    held_paise: number;
  };
  picture_version: {
    recipe: JSONColumnType<VersionRecipe>;
  };
  brand_kit: {
    tone: Tone | null;
  };
  user_profile: {
    account_type: 'individual' | 'organization';
    role: Generated<'user' | 'admin'>;
    bonus_withheld: BonusWithheld | null;
    deleted_at: Generated<Date | null>;
    erased_at: Generated<Date | null>;
    rules_seen_at: Generated<Date | null>;
    language: Generated<Language>;
    search_text: GeneratedAlways<string>;
  };
  mail: {
    id: GeneratedAlways<number>;
    kind: MailKind;
    recipient: Generated<string>;
    language: Generated<Language>;
  };
  organization_invite: {
    id: GeneratedAlways<number>;
    mail_status: Generated<'queued' | 'sent' | 'failed'>;
    budget_paise: Generated<number>;
    declined_at: Generated<Date | null>;
    reported_at: Generated<Date | null>;
  };
  invite_secret: {
    /** `stop`: it ends the mails to its address, and does nothing else. */
    purpose: Generated<'join' | 'stop'>;
  };
  invite_mail_request: {
    id: GeneratedAlways<number>;
  };
  invite_block: {
    id: GeneratedAlways<number>;
  };
  admin_audit: {
    id: GeneratedAlways<number>;
    details: ColumnType<Record<string, unknown>, string | undefined, never>;
    request_key: Generated<string | null>;
    /** The hash of the chain, which the database writes. */
    hash: GeneratedAlways<Buffer>;
  };
  daily_allowance: {
    name: 'unverified_spending' | 'verified_bonus' | 'referral' | FreeWorkShare;
  };
  free_work_taken: {
    shares: FreeWorkShare[];
  };
  referral_campaign: {
    is_only: GeneratedAlways<boolean>;
    is_on: boolean;
    friend_paise: number;
    inviter_paise: number;
    minimum_paise: number;
    friends_at_most: number;
    day_budget_paise: number;
  };
  referral: {
    status: Generated<ReferralStatus>;
    inviter_without: 'capped' | 'closed' | 'unspent' | null;
    ended_because: ReferralEnd | null;
  };
  gift_code: {
    ended_at: Generated<Date | null>;
  };
  push_key: {
    is_only: GeneratedAlways<boolean>;
  };
  push_subscription: {
    id: GeneratedAlways<number>;
    language: Language;
  };
  ready_notice: {
    id: GeneratedAlways<number>;
    kind: 'picture' | 'export';
  };
  model: {
    provider: Provider;
    tier: Quality;
    capabilities: Capability[];
    status: 'enabled' | 'candidate' | 'deprecated';
    deprecated_because: 'vanished' | 'shut_down' | 'admin' | null;
    was_default_for: Generated<ModelPurpose[]>;
  };
  model_price: ModelPriceTable;
  priced_model: Typed<'model'> & ModelPrices & { is_priced: boolean; is_configured: boolean };
  model_default: {
    purpose: ModelPurpose;
    provider: Provider;
  };
  model_sync: {
    result: JSONColumnType<SyncResult> | null;
  };
  provider: {
    id: Provider;
  };
  provider_balance: {
    provider: Provider;
  };
  admin_notice: {
    id: GeneratedAlways<number>;
    kind: AdminNoticeContent['kind'];
    data: JSONColumnType<AdminNoticeContent['data']>;
  };
  generation: {
    mode: Mode;
    provider: Provider;
    language: Language;
    quality: Quality;
    aspect_ratio: AspectRatio;
    status: GenerationStatus;
    prices: JSONColumnType<PriceBySize> | null;
    error: JSONColumnType<StoredFailure> | null;
    applicant_class: Generated<'customer' | 'other'>;
    taken_down_at: Generated<Date | null>;
  };
  content_report: {
    acknowledged_at: Generated<Date | null>;
    ordered_at: Generated<Date | null>;
    resolved_at: Generated<Date | null>;
    outcome: Generated<'taken_down' | 'dismissed' | null>;
    language: Generated<Language>;
    mail_status: Generated<ReportMailStatus | null>;
    mail_requested_at: Generated<Date | null>;
    mailbox: Generated<string | null>;
    erased_at: Generated<Date | null>;
  };
  content_report_step: {
    id: GeneratedAlways<number>;
  };
  provider_call: {
    id: GeneratedAlways<number>;
    purpose: 'preview' | 'final' | 'chat' | 'improve';
    provider: Provider;
    /** Null when it succeeded. */
    failure: FailureCategory | 'cancelled' | null;
  };
  prompt_improvement: {
    id: GeneratedAlways<number>;
  };
  chat_picture: {
    deleted_at: Generated<Date | null>;
  };
  unlock: {
    final_size: FinalSize;
    status: 'pending' | 'stored' | 'done' | 'failed';
    provider_asked_at: Generated<Date | null>;
    error: JSONColumnType<StoredFailure> | null;
  };
  conversation: {
    provider: Provider;
    language: Language;
  };
  chat_turn: {
    status: 'seed' | 'streaming' | 'done' | 'stopped' | 'failed' | 'cancelled';
    error: JSONColumnType<StoredFailure> | null;
    /** The counted turn whose place this one takes once it counts. */
    replaces_turn_id: Generated<string | null>;
    first_words_at: Generated<Date | null>;
    /** When the broken-off reply was declared free. */
    forgiven_at: Generated<Date | null>;
  };
  payment_order: {
    currency: Generated<'INR'>;
    gateway_asked_at: Generated<Date | null>;
    status: Generated<TopUpStatus>;
    payer_digest: Generated<Buffer | null>;
  };
  gateway_webhook: {
    outcome: 'processed' | 'ignored' | 'given_up' | null;
  };
  admin_proposal: {
    kind: 'credits' | 'refund' | 'role' | 'campaign' | 'gift_code';
    role: 'user' | 'admin' | null;
    /** Only for `campaign` and `gift_code`. */
    terms: JSONColumnType<CampaignProposal | GiftCodeProposal> | null;
    status: Generated<'waiting' | 'approved' | 'refused' | 'withdrawn' | 'expired'>;
    decided_at: GeneratedAlways<Date | null>;
  };
  payment_exception: {
    id: GeneratedAlways<number>;
    kind: ExceptionKind;
    detail: JSONColumnType<Record<string, unknown>>;
  };
  payment_exception_entry: {
    id: GeneratedAlways<number>;
    action: ExceptionAction;
  };
  payment_refund: {
    requested_as: 'admin' | 'closing';
    status: 'reserved' | 'pending' | 'processed' | 'failed';
  };
  payment_dispute: {
    status: 'open' | 'won' | 'lost' | 'closed';
  };
  ledger_verification: {
    id: GeneratedAlways<number>;
    status: Generated<LedgerVerificationStatus>;
    beat_at: ColumnType<Date, never, Date>;
    step: 'chains' | 'projections' | null;
    result: JSONColumnType<NonNullable<LedgerVerification['result']>> | null;
  };
  export_file: {
    request: JSONColumnType<ExportRequest>;
    status: Generated<ExportFile['status'] | 'deleted'>;
    beat_at: ColumnType<Date, never, Date>;
  };
  wallet_closing: {
    remainder: 'send_back' | 'give_up';
  };
  audit_finding: {
    id: GeneratedAlways<number>;
    check_name: CheckName;
  };
  auditor_state: {
    doubted_wallets: Generated<readonly string[]>;
  };
  settlement_import: {
    id: GeneratedAlways<number>;
    source: 'gateway' | 'file' | 'bank';
    outcome: 'complete' | 'incomplete';
    /** When the days that it touches were compared again. */
  };
  settlement_line: {
    id: GeneratedAlways<number>;
    kind: SettlementKind;
    raw: JSONColumnType<Record<string, unknown>>;
  };
  settlement_current: {
    kind: SettlementKind;
  };
  fee_term: {
    method: FeeMethod;
  };
  bank_line: {
    id: GeneratedAlways<number>;
  };
  bank_money: Typed<'bank_line'> & { settlement_utr: string | null; is_gateway: boolean };
  bank_mark: {
    id: GeneratedAlways<number>;
  };
  bank_entry: {
    account: BankEntryAccount;
    status: ColumnType<BankEntryStatus, never, BankEntryStatus>;
    decided_by: ColumnType<string | null, never, string>;
    decided_at: ColumnType<Date | null, never, never>;
    note: ColumnType<string | null, never, string | null>;
  };
  month_lock: {
    id: GeneratedAlways<number>;
    figures: JSONColumnType<object>;
  };
  bank_layout: {
    roles: JSONColumnType<(ColumnRole | null)[]>;
    date_order: DateOrder | null;
  };
  ledger_day: {
    kind: EventKind;
  };
  provider_cost_day: {
    provider: Provider;
  };
  ledger_day_close: {
    totals: JSONColumnType<DayTotal[]>;
  };
  provenance_wallet: {
    lots: JSONColumnType<Lot[], string, string>;
    debts: JSONColumnType<Debt[], string, string>;
  };
  provenance_move: {
    purpose: Purpose;
  };
  supplier_setting: {
    id: GeneratedAlways<number>;
    settings: JSONColumnType<SupplierSettings>;
  };
  supplier_setting_span: SupplierSettingSpanView;
  billing_profile: {
    id: GeneratedAlways<number>;
    state_code: StateCode | null;
    country: CountryCode | null;
  };
  document_series: {
    kind: DocumentKind;
  };
  document: {
    id: GeneratedAlways<number>;
    kind: DocumentKind;
    discount_paise: GeneratedAlways<number>;
    taxable_paise: GeneratedAlways<number>;
    /** The State tax is the same. */
    cgst_paise: GeneratedAlways<number>;
    igst_paise: GeneratedAlways<number>;
    recipient_gstin: GeneratedAlways<string | null>;
  };
  registration_closing: {
    id: GeneratedAlways<number>;
  };
}

type Typed<Table extends keyof Known> = Omit<DB[Table], keyof Known[Table]> & Known[Table];

export type Database = {
  [Table in keyof DB]: Table extends keyof Known ? Typed<Table> : DB[Table];
};

export type MailKind = 'document' | 'invitation' | 'notice' | 'report';
