/** The tables as Kysely sees them; all row types are derived from here. */
import type { ModelPrices } from '@sachet/shared/models/model-prices';
import type { Capability, ModelPurpose } from '@sachet/shared/models/contracts/admin-models';
import type { ExportFile, ExportRequest } from '@sachet/shared/finance/contracts/admin-exports';
import type { AdminNoticeContent } from '@sachet/shared/admin/contracts/admin-notices';
import type {
  AuditCheck,
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
import type { DocumentKind, LineItem, SupplierSettings } from '@sachet/shared/tax/content';
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
import type { SettlementKind } from '@sachet/shared/finance/settlement/line';
import type { StoredFailure } from '@sachet/shared/studio/failure';
import type { FinalSize, PriceBySize } from '@sachet/shared/models/rate-card';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';

type CreatedAt = ColumnType<Date, never, never>;
type UpdatedAt = ColumnType<Date, never, Date>;

export interface WalletTable {
  id: string;
  owner_kind: 'user' | 'organization';
  owner_id: string;
  balance_paise: Generated<number>;
  held_paise: Generated<number>;
  floor_paise: Generated<number>;
  locked_paise: Generated<number>;
  locked_for: string | null;
  /** Increases with every change of the row or of a member's budget, except by an event. */
  terms_version: Generated<number>;
  seq: Generated<number>;
  head: Generated<Buffer>;
  recorded_at: Generated<Date>;
  created_at: CreatedAt;
}

type EventFields = typeof eventFields & typeof proofFields;

export type LedgerEventTable = {
  [Name in keyof EventFields as EventFields[Name]['column']]: FieldValue<
    EventFields[Name],
    Date,
    Buffer
  >;
};

/** Holds that are open now. */
export interface OpenHoldTable {
  id: string;
  wallet_id: string;
  amount_paise: number;
  expires_at: Date;
}

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

export interface MemberMonthTable {
  wallet_id: string;
  member_uid: string;
  month: string;
  spent_paise: number;
  held_paise: number;
}

export interface MemberBudgetTable {
  wallet_id: string;
  member_uid: string;
  budget_paise: number;
  kept_paise: number | null;
}

export interface UploadTable {
  id: string;
  uid: string;
  bytes: number;
  image_key: string | null;
  width: number | null;
  height: number | null;
  created_at: CreatedAt;
}

export interface StoredPictureTable {
  key: string;
  sha256: Buffer;
  bytes: number;
  stored_at: CreatedAt;
}

export interface PictureVersionTable {
  id: string;
  generation_id: string;
  uid: string;
  digest: Buffer;
  recipe: JSONColumnType<VersionRecipe>;
  image_key: string | null;
  width: number | null;
  height: number | null;
  bytes: number | null;
  created_at: CreatedAt;
  deleted_at: Date | null;
}

export interface BrandKitTable {
  id: string;
  uid: string | null;
  organization_id: string | null;
  name: string;
  phone: string;
  address: string;
  main_color: string;
  second_color: string;
  tone: Tone | null;
  logo_key: string | null;
  updated_by: string;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
}

export interface OrganizationTable {
  id: string;
  name: string;
  created_at: CreatedAt;
}

export interface UserProfileTable {
  uid: string;
  account_type: 'individual' | 'organization';
  role: Generated<'user' | 'admin'>;
  organization_id: string | null;
  wallet_id: string;
  first_name: string;
  last_name: string;
  phone_number: string | null;
  email: string | null;
  email_verified: Generated<boolean>;
  disabled_at: Date | null;
  created_at: CreatedAt;
  sign_up_id: string | null;
  bonus_withheld: BonusWithheld | null;
  deleted_at: Generated<Date | null>;
  erased_at: Generated<Date | null>;
  rules_seen_at: Generated<Date | null>;
  low_balance_paise: Generated<number>;
  bill_mails: Generated<boolean>;
  language: Generated<Language>;
  search_text: GeneratedAlways<string>;
}

export interface OrganizationInviteTable {
  id: GeneratedAlways<number>;
  organization_id: string;
  email: string;
  invited_by: string;
  invited_at: Generated<Date>;
  mail_status: Generated<'queued' | 'sent' | 'failed'>;
  mail_attempts: Generated<number>;
  mail_requested_at: Generated<Date>;
  budget_paise: Generated<number>;
  accepted_at: Date | null;
  accepted_by: string | null;
  cancelled_at: Date | null;
  expires_at: Date;
  declined_at: Generated<Date | null>;
  reported_at: Generated<Date | null>;
}

export interface InviteSecretTable {
  secret_hash: Buffer;
  invite_id: number;
  /** `stop`: it ends the mails to its address, and does nothing else. */
  purpose: Generated<'join' | 'stop'>;
  made_at: CreatedAt;
}

export interface InviteMailRequestTable {
  id: GeneratedAlways<number>;
  organization_id: string;
  requested_by: string;
  recipient_digest: Buffer;
  requested_at: CreatedAt;
}

export interface InviteBlockTable {
  id: GeneratedAlways<number>;
  recipient_digest: Buffer;
  /** Null for any organization. */
  organization_id: string | null;
  blocked_at: CreatedAt;
}

/** A role that the operator grants. */
export interface GrantedRoleTable {
  uid: string;
  granted_at: CreatedAt;
}

export interface AdminAuditTable {
  id: GeneratedAlways<number>;
  at: CreatedAt;
  actor: string;
  action: string;
  target_uid: string | null;
  details: ColumnType<Record<string, unknown>, string | undefined, never>;
  request_key: Generated<string | null>;
  /** The hash of the chain, which the database writes. */
  hash: GeneratedAlways<Buffer>;
}

export interface AdminAuditHeadTable {
  last_id: number;
  hash: Buffer;
}

export interface BonusClaimTable {
  person_digest: Buffer;
  is_verified: boolean;
  uid: string;
  claimed_at: CreatedAt;
}

/**
 * Shares of the free work of one day: of all users, of users who have not paid, and of the unverified ones.
 */
export type FreeWorkShare = 'free_work' | 'unpaid_free_work' | 'unverified_free_work';

export interface DailyAllowanceTable {
  day: string;
  name: 'unverified_spending' | 'verified_bonus' | 'referral' | FreeWorkShare;
  used: number;
  most: number;
}

/** The amount that a free call took from the day's budget, until the call returns it or the day is over. */
export interface FreeWorkTakenTable {
  work_id: string;
  day: string;
  microusd: number;
  shares: FreeWorkShare[];
}

/** Free calls of a wallet that could pay for them, begun after the day's free work was used up. */
export interface WalletFreeWorkTable {
  day: string;
  wallet_id: string;
  used: number;
  most: number;
}

/** One row: the campaign's current terms. */
export interface ReferralCampaignTable {
  is_only: GeneratedAlways<boolean>;
  is_on: boolean;
  friend_paise: number;
  inviter_paise: number;
  minimum_paise: number;
  friends_at_most: number;
  day_budget_paise: number;
  updated_at: Date | null;
  updated_by: string | null;
  proposal_id: string | null;
}

export interface ReferralLinkTable {
  uid: string;
  code: string;
}

export interface ReferralTable {
  friend_uid: string;
  inviter_uid: string;
  friend_wallet_id: string;
  inviter_wallet_id: string;
  friend_paise: number;
  inviter_paise: number;
  minimum_paise: number;
  status: Generated<ReferralStatus>;
  created_at: CreatedAt;
  payment_id: string | null;
  due_at: Date | null;
  next_look_at: Date | null;
  friend_credited_at: Date | null;
  inviter_credited_at: Date | null;
  inviter_without: 'capped' | 'closed' | 'unspent' | null;
  ended_because: ReferralEnd | null;
}

export interface ReferralCountTable {
  inviter_uid: string;
  friends: number;
  most: number;
}

export interface GiftCodeTable {
  id: string;
  code_hash: Buffer;
  amount_paise: number;
  uses: number;
  used: Generated<number>;
  note: string;
  made_by: string;
  made_at: CreatedAt;
  expires_at: Date;
  proposal_id: string | null;
  ended_at: Generated<Date | null>;
}

export interface GiftRedemptionTable {
  code_id: string;
  uid: string;
  wallet_id: string;
  redeemed_at: CreatedAt;
}

export interface PushKeyTable {
  is_only: GeneratedAlways<boolean>;
  public_key: string;
  private_key: string;
  made_at: CreatedAt;
}

export interface PushSubscriptionTable {
  id: GeneratedAlways<number>;
  uid: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  language: Language;
  created_at: Generated<Date>;
}

export interface ReadyNoticeTable {
  id: GeneratedAlways<number>;
  uid: string;
  kind: 'picture' | 'export';
  ref: string;
  made_at: CreatedAt;
  claimed_until: Date | null;
}

export interface ModelTable {
  id: string;
  provider: Provider;
  label: string;
  tier: Quality;
  capabilities: Capability[];
  status: 'enabled' | 'candidate' | 'deprecated';
  enabled: boolean;
  largest_size: number | null;
  last_seen_at: Date | null;
  missing_since: Date | null;
  shutdown_at: Date | null;
  deprecated_because: 'vanished' | 'shut_down' | 'admin' | null;
  was_enabled: Generated<boolean>;
  was_default_for: Generated<ModelPurpose[]>;
}

export interface ModelPriceTable extends ModelPrices {
  provider: Provider;
  model_id: string;
  /** `2026-12-01`, in UTC. */
  from_day: string;
}

/** A model with the prices that hold today. */
export interface PricedModelView extends ModelTable, ModelPrices {
  is_priced: boolean;
}

export interface ModelDefaultTable {
  purpose: ModelPurpose;
  provider: Provider;
  model_id: string;
}

/** The findings of a sync of the catalogue with the providers' lists. Models by their ids. */
export interface SyncResult {
  new: string[];
  deprecated: string[];
  returned: string[];
  failures: { provider: Provider; category: FailureCategory; message: string }[];
}

export interface ModelSyncTable {
  id: string;
  requested_at: CreatedAt;
  requested_by: string;
  finished_at: Date | null;
  result: JSONColumnType<SyncResult> | null;
}

export interface ProviderBalanceTable {
  provider: Provider;
  balance_cents: number | null;
  balance_entered_at: Date | null;
  threshold_cents: number | null;
  notes: Generated<string>;
  updated_at: Date | null;
  updated_by: string | null;
}

export interface AdminNoticeTable {
  id: GeneratedAlways<number>;
  kind: AdminNoticeContent['kind'];
  subject: string;
  data: JSONColumnType<AdminNoticeContent['data']>;
  raised_at: CreatedAt;
  resolved_at: Date | null;
  mail_status: Generated<'queued' | 'sent' | 'failed'>;
  mailed_to: Generated<string[]>;
}

export interface GenerationTable {
  id: string;
  uid: string;
  wallet_id: string;
  mode: Mode;
  provider: Provider;
  language: Language;
  quality: Quality;
  prompt: string;
  aspect_ratio: AspectRatio;
  preview_max: number;
  model_id: string;
  model_label: string;
  status: GenerationStatus;
  prices: JSONColumnType<PriceBySize> | null;
  rate_card_version: string;
  content: string | null;
  price_paise: number | null;
  input_key: string | null;
  /** The part of the input to change; null if all of it may change. */
  mask_key: string | null;
  source_generation_id: string | null;
  original_key: string | null;
  preview_key: string | null;
  error: JSONColumnType<StoredFailure> | null;
  idempotency_key: string | null;
  request_hash: Buffer | null;
  applicant_class: Generated<'customer' | 'other'>;
  queue_round: Generated<number>;
  favourite_at: Date | null;
  /** When the generation was first paid for. The ledger's events are authoritative. */
  bought_at: Date | null;
  /** An unbought generation is kept for some days from this moment. */
  kept_from: UpdatedAt;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
  deleted_at: Date | null;
  /** Until this moment the generation can be restored; then its words and images are erased. */
  erase_after: Date | null;
  taken_down_at: Generated<Date | null>;
}

export interface ContentReportTable {
  id: string;
  about: string;
  generation_id: string | null;
  reason: string;
  details: string;
  contact: string | null;
  created_at: CreatedAt;
  acknowledged_at: Generated<Date | null>;
  ordered_at: Generated<Date | null>;
  resolved_at: Generated<Date | null>;
  outcome: Generated<'taken_down' | 'dismissed' | null>;
  language: Generated<Language>;
  mail_status: Generated<ReportMailStatus | null>;
  mail_requested_at: Generated<Date | null>;
  mailbox: Generated<string | null>;
  erased_at: Generated<Date | null>;
}

export interface ContentReportStepTable {
  id: GeneratedAlways<number>;
  report_id: string;
  at: CreatedAt;
  actor: string;
  action: string;
  note: string;
}

/** One call to a provider: its usage and its cost to us. */
export interface ProviderCallTable {
  id: GeneratedAlways<number>;
  at: CreatedAt;
  generation_id: string | null;
  chat_turn_id: string | null;
  prompt_improvement_id: number | null;
  dictation_id: Generated<number | null>;
  purpose: 'preview' | 'final' | 'chat' | 'improve' | 'dictation';
  provider: Provider;
  model_id: string;
  /** Null when it succeeded. */
  failure: FailureCategory | 'cancelled' | null;
  duration_ms: number;
  answered_by: string | null;
  input_tokens: number;
  cached_tokens: Generated<number>;
  cache_write_tokens: Generated<number>;
  image_input_tokens: Generated<number>;
  output_tokens: number;
  image_output_tokens: Generated<number>;
  images: number;
  /** Null if it is not known. */
  cost_microusd: number | null;
  /** Whether the usage is our estimate, because the provider reported none. */
  is_estimate: Generated<boolean>;
}

/** A user's request to improve a prompt. */
export interface PromptImprovementTable {
  id: GeneratedAlways<number>;
  uid: string;
  at: CreatedAt;
}

/** A user's recording that became text. */
export interface DictationTable {
  id: GeneratedAlways<number>;
  uid: string;
  seconds: number;
  at: CreatedAt;
}

/** A picture in a message. Null as conversation until its message begins. */
export interface ChatPictureTable {
  id: string;
  uid: string;
  conversation_id: string | null;
  width: number;
  height: number;
  created_at: CreatedAt;
  deleted_at: Generated<Date | null>;
}

/** The number of free cancels that a user has used on a day, in India. */
export interface FreeCancelTable {
  uid: string;
  day: string;
  used: number;
  allowed: number;
}

/** Replies of a user that were free on a day, in India, although their provider broke them off. */
export interface FreeBrokenReplyTable {
  uid: string;
  day: string;
  used: number;
  allowed: number;
}

export interface UnlockTable {
  hold_id: string;
  generation_id: string;
  uid: string;
  wallet_id: string;
  attempt: number;
  final_size: FinalSize;
  price_paise: number;
  model_id: string;
  /** Null for old unlocks of models that no longer exist. */
  model_label: string | null;
  /** The purchase of a smaller copy of the same picture, if this is the purchase of a larger copy. */
  upgrades_hold_id: string | null;
  status: 'pending' | 'stored' | 'done' | 'failed';
  provider_asked_at: Generated<Date | null>;
  image_key: string | null;
  error: JSONColumnType<StoredFailure> | null;
  idempotency_key: string | null;
  queue_round: Generated<number>;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

export interface ConversationTable {
  id: string;
  uid: string;
  provider: Provider;
  language: Language;
  title: string;
  model_id: string;
  model_label: string;
  turn_count: Generated<number>;
  paid_blocks: Generated<number>;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
  deleted_at: Date | null;
}

/** A question and the reply to it. */
export interface ChatTurnTable {
  id: string;
  conversation_id: string;
  uid: string;
  number: number | null;
  status: 'seed' | 'streaming' | 'done' | 'stopped' | 'failed' | 'cancelled';
  prompt: string | null;
  content: string | null;
  is_cut: Generated<boolean>;
  error: JSONColumnType<StoredFailure> | null;
  /** Null only for a seed whose model is unknown. */
  model_id: string | null;
  model_label: string | null;
  hold_id: string | null;
  price_paise: number | null;
  rate_card_version: string;
  kept_from_turn_id: string | null;
  /** The counted turn whose place this one takes once it counts. */
  replaces_turn_id: Generated<string | null>;
  picture_ids: Generated<string[]>;
  lease_until: Date | null;
  first_words_at: Generated<Date | null>;
  /** When the broken-off reply was declared free. */
  forgiven_at: Generated<Date | null>;
  idempotency_key: string | null;
  request_hash: Buffer | null;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

/** A user's intended payment into a wallet. The id is the gateway's receipt. */
export interface PaymentOrderTable {
  id: string;
  uid: string;
  wallet_id: string;
  amount_paise: number;
  currency: Generated<'INR'>;
  gateway_order_id: string | null;
  gateway_asked_at: Generated<Date | null>;
  status: Generated<TopUpStatus>;
  reason: string | null;
  payment_id: string | null;
  idempotency_key: string | null;
  request_hash: Buffer | null;
  payer_digest: Generated<Buffer | null>;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
  expires_at: Date;
  next_check_at: Date | null;
}

export interface GatewayWebhookTable {
  /** `sha256_` and the digest of the signed body. */
  event_id: string;
  /** The id from the gateway's header, which is not signed; null if there was none. */
  gateway_event_id: string | null;
  kind: string;
  /** Null once it is erased. */
  body: Buffer | null;
  received_at: CreatedAt;
  attempts: Generated<number>;
  last_error: string | null;
  next_attempt_at: Generated<Date>;
  processed_at: Date | null;
  outcome: 'processed' | 'ignored' | 'given_up' | null;
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

export interface AdminProposalTable {
  id: string;
  kind: 'credits' | 'refund' | 'role' | 'campaign' | 'gift_code';
  /** Only for `credits`, `refund` and `role`. */
  target_uid: string | null;
  /** Only for `credits` and `refund`. */
  wallet_id: string | null;
  amount_paise: number | null;
  /** Only for `credits`. */
  exception_id: number | null;
  /** Only for `refund`. */
  charge_seq: number | null;
  /** Only for `role`. */
  organization_id: string | null;
  role: 'user' | 'admin' | null;
  /** Only for `campaign` and `gift_code`. */
  terms: JSONColumnType<CampaignProposal | GiftCodeProposal> | null;
  reason: string;
  proposed_by: string;
  proposed_at: CreatedAt;
  expires_at: CreatedAt;
  status: Generated<'waiting' | 'approved' | 'refused' | 'withdrawn' | 'expired'>;
  decided_by: string | null;
  decided_at: GeneratedAlways<Date | null>;
  note: string | null;
  request_key: string;
}

export interface PaymentExceptionTable {
  id: GeneratedAlways<number>;
  kind: ExceptionKind;
  subject: string;
  payment_id: string | null;
  order_id: string | null;
  gateway_order_id: string | null;
  detail: JSONColumnType<Record<string, unknown>>;
  opened_at: CreatedAt;
  resolved_at: Date | null;
  resolved_by: string | null;
  note: string | null;
  assignee: string | null;
  found_on: string | null;
  gone_at: Date | null;
}

export interface PaymentExceptionEntryTable {
  id: GeneratedAlways<number>;
  exception_id: number;
  at: CreatedAt;
  actor: string;
  action: ExceptionAction;
  note: string | null;
  assignee: string | null;
}

/** A refund to the payer. */
export interface PaymentRefundTable {
  id: string;
  payment_id: string;
  wallet_id: string;
  hold_id: string;
  amount_paise: number;
  reason: string;
  requested_by: string;
  status: 'reserved' | 'pending' | 'processed' | 'failed';
  gateway_refund_id: string | null;
  failure: string | null;
  idempotency_key: string;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

export interface PaymentDisputeTable {
  id: string;
  payment_id: string;
  amount_paise: number;
  deducted_paise: number;
  currency: string;
  status: 'open' | 'won' | 'lost' | 'closed';
  opened_at: CreatedAt;
  updated_at: UpdatedAt;
}

export interface LedgerVerificationTable {
  id: GeneratedAlways<number>;
  status: Generated<LedgerVerificationStatus>;
  requested_by: string;
  requested_at: CreatedAt;
  started_at: Date | null;
  finished_at: Date | null;
  attempt: Generated<number>;
  beat_at: ColumnType<Date, never, Date>;
  step: 'chains' | 'projections' | null;
  done: Generated<number>;
  total: Generated<number>;
  result: JSONColumnType<NonNullable<LedgerVerification['result']>> | null;
  error: string | null;
}

/** A file of the books; `db/finance/exports.ts`. */
export interface ExportFileTable {
  id: string;
  request: JSONColumnType<ExportRequest>;
  requested_by: string;
  requested_at: CreatedAt;
  status: Generated<ExportFile['status'] | 'deleted'>;
  attempt: Generated<number>;
  beat_at: ColumnType<Date, never, Date>;
  /** From 0 to 1. */
  progress: Generated<number>;
  rows: Generated<number>;
  bytes: number | null;
  sha256: Buffer | null;
  error: string | null;
  expires_at: Date | null;
}

/** A wallet of a closed account, whose remaining money is paid out. */
export interface WalletClosingTable {
  wallet_id: string;
  uid: string;
  remainder: 'send_back' | 'give_up';
  requested_at: CreatedAt;
  next_look_at: Generated<Date>;
  cleared_at: Date | null;
}

export interface WalletProofTable {
  wallet_id: string;
  seq: number;
  head: Buffer;
  balance_paise: number;
  held_paise: number;
  recorded_at: Date;
  proved_at: Generated<Date>;
}

export interface AuditFindingTable {
  id: GeneratedAlways<number>;
  check_name: AuditCheck;
  subject: string;
  detail: string;
  found_at: Generated<Date>;
  resolved_at: Date | null;
}

export interface AuditorStateTable {
  last_pass_at: Date | null;
  caught_up_at: Date | null;
  slice_wallet: Generated<string>;
  slice_seq: Generated<number>;
  round_events: Generated<number>;
  round_started_at: Generated<Date>;
  round_ended_at: Date | null;
  doubted_links: Generated<unknown>;
  doubted_wallets: Generated<readonly string[]>;
}

export interface SettlementDayTable {
  day: string;
  next_import_at: Date | null;
  failures: Generated<number>;
  complete_at: Date | null;
  lines: number | null;
  problem: string | null;
}

export interface SettlementImportTable {
  id: GeneratedAlways<number>;
  source: 'gateway' | 'file' | 'bank';
  day: string | null;
  file_name: string | null;
  file_digest: Buffer | null;
  requested_by: string;
  outcome: 'complete' | 'incomplete';
  problem: string | null;
  lines: number;
  new_lines: number;
  changed_lines: number;
  /** First and last day of a bank statement. */
  from_day: string | null;
  to_day: string | null;
  closing_balance_paise: number | null;
  /** When the days that it touches were compared again. */
  compared_at: ColumnType<Date | null, never, Date | null>;
  touched_days: Generated<string[]>;
  started_at: Date;
  finished_at: CreatedAt;
}

/** The gateway's lines, version by version; `settlement_current` names the current one. */
export interface SettlementLineTable {
  id: GeneratedAlways<number>;
  kind: SettlementKind;
  entity_id: string;
  /** Empty until it is settled. */
  settlement_id: string;
  version: number;
  is_gone: boolean;
  digest: Buffer;
  amount_paise: number;
  debit_paise: number;
  credit_paise: number;
  fee_paise: number;
  tax_paise: number;
  currency: string;
  on_hold: boolean;
  created_on: string;
  settled_on: string | null;
  utr: string | null;
  payment_id: string | null;
  dispute_id: string | null;
  method: string | null;
  raw: JSONColumnType<Record<string, unknown>>;
  recorded_at: CreatedAt;
}

export interface SettlementDaySumTable {
  day: string;
  fee_paise: number;
  tax_paise: number;
  charges_paise: number;
}

export interface FeeTermTable {
  method: string;
  from_day: string;
  fee_basis_points: number;
  tax_basis_points: number;
}

export interface SettlementCurrentTable {
  kind: SettlementKind;
  entity_id: string;
  settlement_id: string;
  line_id: number;
  created_on: string;
  settled_on: string | null;
  utr: string | null;
  payment_id: string | null;
  dispute_id: string | null;
}

/** The payments under a bank reference; the database itself maintains it. */
export interface SettlementSumTable {
  utr: string;
  payments: number;
  amount_paise: number;
}

export interface BankLineTable {
  id: GeneratedAlways<number>;
  import_id: number;
  line: number;
  day: string;
  amount_paise: number;
  narration: string;
  refs: string[];
  names_gateway: boolean;
  balance_paise: number | null;
  digest: Buffer;
}

/** The lines of all statements that were not withdrawn, each line once. */
export interface BankMoneyView extends BankLineTable {
  settlement_utr: string | null;
  is_gateway: boolean;
}

export interface BankWithdrawalTable {
  import_id: number;
  reason: string;
  withdrawn_by: string;
  withdrawn_at: CreatedAt;
}

export interface BankMarkTable {
  id: GeneratedAlways<number>;
  digest: Buffer;
  is_gateway: boolean;
  note: string;
  marked_by: string;
  marked_at: CreatedAt;
}

export interface BankEntryTable {
  id: string;
  utr: string;
  day: string;
  amount_paise: number;
  account: BankEntryAccount;
  reason: string;
  proposed_by: string;
  proposed_at: CreatedAt;
  status: ColumnType<BankEntryStatus, never, BankEntryStatus>;
  decided_by: ColumnType<string | null, never, string>;
  decided_at: ColumnType<Date | null, never, never>;
  note: ColumnType<string | null, never, string | null>;
}

export interface MonthLockTable {
  id: GeneratedAlways<number>;
  month: string;
  locked_by: string;
  locked_at: CreatedAt;
  note: string;
  figures: JSONColumnType<object>;
  lifted_by: string | null;
  lifted_at: Date | null;
  lift_reason: string | null;
}

export interface BankLayoutTable {
  header: string;
  roles: JSONColumnType<(ColumnRole | null)[]>;
  date_order: DateOrder | null;
  set_by: string;
  set_at: UpdatedAt;
}

/** The changes of all wallets on an Indian day. `db/finance/day-totals.ts` maintains them. */
export interface LedgerDayTable {
  day: string;
  effective_day: string;
  kind: EventKind;
  /** Empty if the events name no counter account. */
  counter_account: string;
  events: number;
  amount_paise: number;
  held_paise: number;
}

/** The last event of a wallet that is in the days' sums. */
export interface LedgerDayProgressTable {
  wallet_id: string;
  seq: number;
  balance_paise: number;
  held_paise: number;
}

export interface ProviderCostDayTable {
  day: string;
  provider: Provider;
  calls: number;
  cost_microusd: number;
  unpriced_calls: number;
}

export interface LedgerDayCloseTable {
  day: string;
  version: number;
  closed_at: Date;
  checkpoint_number: number;
  checkpoint_hash: Buffer;
  totals: JSONColumnType<DayTotal[]>;
  previous_hash: Buffer;
  hash: Buffer;
  key_id: string;
  signature: Buffer;
}

export interface UsdRateTable {
  from_day: string;
  paise_per_usd: number;
}

export interface ProvenanceWalletTable {
  wallet_id: string;
  seq: number;
  lots: JSONColumnType<Lot[], string, string>;
  debts: JSONColumnType<Debt[], string, string>;
  paid_paise: number;
  bonus_paise: number;
  debt_paise: number;
}

export interface ProvenanceMoveTable {
  wallet_id: string;
  seq: number;
  ordinal: number;
  lot_seq: number;
  taken_seq: number;
  is_paid: boolean;
  purpose: Purpose;
  amount_paise: number;
}

/** The change of a day, not the balance at its end. */
export interface ProvenanceUsedTable {
  day: string;
  account: string;
  paid_paise: number;
  given_paise: number;
  settings_id: Generated<number>;
}

export interface ProvenanceDayTable {
  day: string;
  paid_paise: number;
  bonus_paise: number;
  debt_paise: number;
}

export interface SupplierSettingTable {
  id: GeneratedAlways<number>;
  valid_from: Date;
  gstin: string | null;
  settings: JSONColumnType<SupplierSettings>;
  set_by: string;
  set_at: CreatedAt;
}

/** A view: null is an open end. */
export interface SupplierSettingSpanView {
  id: number;
  gstin: string | null;
  valid_from: Date;
  valid_until: Date | null;
}

export interface BillingProfileTable {
  id: GeneratedAlways<number>;
  wallet_id: string;
  valid_from: Date;
  name: string;
  address: string;
  pin: string | null;
  state_code: StateCode | null;
  gstin: string | null;
  country: CountryCode | null;
  is_sez: boolean;
  set_by: string;
}

export interface DocumentSeriesTable {
  prefix: string;
  year: string;
  kind: DocumentKind;
  gstin: string | null;
  last_serial: number;
  head: Buffer;
}

export interface DocumentTable {
  id: GeneratedAlways<number>;
  number: string;
  prefix: string;
  year: string;
  serial: number;
  kind: DocumentKind;
  gstin: string | null;
  settings_id: number;
  wallet_id: string;
  /** Null for an invoice, which has a month. */
  seq: number | null;
  month: string | null;
  against_id: number | null;
  closing_id: number | null;
  day: string;
  amount_paise: number;
  /** Canonical JSON of `DocumentContent`. */
  content: string;
  previous_hash: Buffer;
  hash: Buffer;
  issued_at: Date;
  discount_paise: GeneratedAlways<number>;
  taxable_paise: GeneratedAlways<number>;
  /** The State tax is the same. */
  cgst_paise: GeneratedAlways<number>;
  igst_paise: GeneratedAlways<number>;
  recipient_gstin: GeneratedAlways<string | null>;
}

export interface DocumentAdvanceTable {
  voucher_id: number;
  lot_seq: number;
  document_id: number;
  wallet_id: string;
  amount_paise: number;
  taxable_paise: number;
  cgst_paise: number;
  sgst_paise: number;
  igst_paise: number;
}

/** The portal's answer to an e-invoice. */
export interface EInvoiceTable {
  document_id: number;
  irn: string;
  ack_number: string;
  ack_at: string;
  signed_qr: string;
  signed_invoice: string | null;
  stored_by: string;
  stored_at: Generated<Date>;
}

export interface DocumentMailTable {
  document_id: number;
  uid: string;
  asked_at: Generated<Date>;
  due_at: Generated<Date>;
}

export interface RegistrationClosingTable {
  id: GeneratedAlways<number>;
  gstin: string;
  asked_by: string;
  asked_at: Generated<Date>;
  done_at: Date | null;
}

export interface DocumentUsedTable {
  month: string;
  gstin: string;
  item: LineItem;
  net_paise: number;
  tax_paise: number;
}

export interface DocumentProgressTable {
  wallet_id: string;
  seq: Generated<number>;
  invoiced_seq: Generated<number>;
  invoiced_month: Generated<string>;
}

export interface ReceiptDueTable {
  wallet_id: string;
  seq: number;
  asked_at: Generated<Date>;
}

export interface Database {
  wallet: WalletTable;
  ledger_event: LedgerEventTable;
  open_hold: OpenHoldTable;
  hold: HoldView;
  charge: ChargeView;
  payment: PaymentView;
  payment_refund: PaymentRefundTable;
  payment_dispute: PaymentDisputeTable;
  member_month: MemberMonthTable;
  member_budget: MemberBudgetTable;
  organization: OrganizationTable;
  user_profile: UserProfileTable;
  bonus_claim: BonusClaimTable;
  daily_allowance: DailyAllowanceTable;
  referral_campaign: ReferralCampaignTable;
  referral_link: ReferralLinkTable;
  referral: ReferralTable;
  referral_count: ReferralCountTable;
  gift_code: GiftCodeTable;
  gift_redemption: GiftRedemptionTable;
  push_key: PushKeyTable;
  push_subscription: PushSubscriptionTable;
  ready_notice: ReadyNoticeTable;
  free_work_taken: FreeWorkTakenTable;
  wallet_free_work: WalletFreeWorkTable;
  organization_invite: OrganizationInviteTable;
  invite_secret: InviteSecretTable;
  invite_mail_request: InviteMailRequestTable;
  invite_block: InviteBlockTable;
  super_admin: GrantedRoleTable;
  finance_user: GrantedRoleTable;
  admin_audit: AdminAuditTable;
  admin_audit_head: AdminAuditHeadTable;
  model: ModelTable;
  model_price: ModelPriceTable;
  priced_model: PricedModelView;
  model_default: ModelDefaultTable;
  model_sync: ModelSyncTable;
  provider_balance: ProviderBalanceTable;
  admin_notice: AdminNoticeTable;
  generation: GenerationTable;
  upload: UploadTable;
  stored_picture: StoredPictureTable;
  picture_version: PictureVersionTable;
  brand_kit: BrandKitTable;
  provider_call: ProviderCallTable;
  prompt_improvement: PromptImprovementTable;
  dictation: DictationTable;
  chat_picture: ChatPictureTable;
  conversation: ConversationTable;
  chat_turn: ChatTurnTable;
  unlock: UnlockTable;
  free_cancel: FreeCancelTable;
  free_broken_reply: FreeBrokenReplyTable;
  payment_order: PaymentOrderTable;
  gateway_webhook: GatewayWebhookTable;
  payment_exception: PaymentExceptionTable;
  payment_exception_entry: PaymentExceptionEntryTable;
  admin_proposal: AdminProposalTable;
  content_report: ContentReportTable;
  content_report_step: ContentReportStepTable;
  ledger_verification: LedgerVerificationTable;
  wallet_closing: WalletClosingTable;
  wallet_proof: WalletProofTable;
  audit_finding: AuditFindingTable;
  auditor_state: AuditorStateTable;
  settlement_day: SettlementDayTable;
  settlement_import: SettlementImportTable;
  settlement_line: SettlementLineTable;
  settlement_current: SettlementCurrentTable;
  fee_term: FeeTermTable;
  settlement_day_sum: SettlementDaySumTable;
  provenance_used: ProvenanceUsedTable;
  settlement_sum: SettlementSumTable;
  bank_line: BankLineTable;
  bank_money: BankMoneyView;
  bank_withdrawal: BankWithdrawalTable;
  bank_mark: BankMarkTable;
  bank_layout: BankLayoutTable;
  bank_entry: BankEntryTable;
  month_lock: MonthLockTable;
  ledger_day: LedgerDayTable;
  ledger_day_close: LedgerDayCloseTable;
  ledger_day_progress: LedgerDayProgressTable;
  provider_cost_day: ProviderCostDayTable;
  usd_rate: UsdRateTable;
  export_file: ExportFileTable;
  provenance_wallet: ProvenanceWalletTable;
  provenance_move: ProvenanceMoveTable;
  provenance_day: ProvenanceDayTable;
  supplier_setting: SupplierSettingTable;
  supplier_setting_span: SupplierSettingSpanView;
  billing_profile: BillingProfileTable;
  document_series: DocumentSeriesTable;
  document: DocumentTable;
  document_advance: DocumentAdvanceTable;
  document_used: DocumentUsedTable;
  registration_closing: RegistrationClosingTable;
  document_mail: DocumentMailTable;
  e_invoice: EInvoiceTable;
  document_progress: DocumentProgressTable;
  receipt_due: ReceiptDueTable;
}
