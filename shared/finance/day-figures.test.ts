import { describe, expect, test } from 'vitest';
import { addTotals, encodeDayClose, type DayClose, type DayTotal } from './day-close.ts';
import { getChange, getKinds, toDayFigures } from './day-figures.ts';
import { EventKind } from '../ledger/event.ts';
import { byPaidTool } from '../sales.ts';

const total = (kind: EventKind, amountPaise: number, account = ''): DayTotal => ({
  kind,
  account,
  events: 1,
  amountPaise,
  heldPaise: 0,
});

describe('the figures of a day', () => {
  test('the figures of a day count every event once, and add up to the change of the amount owed', () => {
    const totals = EventKind.options.map((kind, i) => total(kind, (i + 1) * (i % 2 ? -1 : 1)));
    const sum = totals
      .filter(({ kind }) => !/^(Hold(Placed|Voided|Expired)|BonusReleased)/.test(kind))
      .reduce((paise, { amountPaise }) => paise + amountPaise, 0);
    expect(getChange(toDayFigures(totals))).toBe(sum);
    const figures = ['topUps', 'paidBack', 'given', 'cleared', 'used'] as const;
    expect(figures.flatMap(getKinds)).toHaveLength(EventKind.options.length - 4);
  });

  test('the figures of an ordinary day are positive, and purchases are counted by tool and net of refunds', () => {
    expect(
      toDayFigures([
        total('TopUpCredited', 100_00, 'gateway:razorpay'),
        total('TopUpRefunded', -10_00, 'gateway:razorpay'),
        total('TopUpDisputed', -20_00, 'gateway:razorpay'),
        total('DisputeWon', 5_00, 'gateway:razorpay'),
        total('SignupBonusCredited', 250_00, 'promotions'),
        total('AdjustedByAdmin', -3_00, 'adjustments'),
        total('WalletCleared', -1_00, 'unclaimed'),
        total('HoldPlaced', 0, 'revenue:image'),
        total('HoldCaptured', -75_00, 'revenue:image'),
        total('ChargeRefunded', 25_00, 'revenue:image'),
        total('Charged', -5_00, 'revenue:chat'),
        total('Charged', -2_00, 'revenue:posters'),
      ]),
    ).toEqual({
      topUps: 100_00,
      paidBack: 25_00,
      given: 247_00,
      cleared: 1_00,
      used: 57_00,
      usedByTool: { ...byPaidTool(() => 0), image: 50_00, chat: 5_00, posters: 2_00 },
    });
  });
});

describe('the totals of a close', () => {
  const a = [total('Charged', -5, 'revenue:chat'), total('TopUpCredited', 7)];

  test('the totals of a close are added by kind and account, in a fixed order and without zero sums', () => {
    const b = [total('Charged', -1, 'revenue:chat'), total('AdjustedByAdmin', 1)];
    expect(addTotals(a, b)).toEqual([
      total('AdjustedByAdmin', 1),
      { ...total('Charged', -6, 'revenue:chat'), events: 2 },
      total('TopUpCredited', 7),
    ]);
    const taken = a.map((each) => ({ ...each, events: -1, amountPaise: -each.amountPaise }));
    expect(addTotals(a, taken)).toEqual([]);
  });

  test('the signed text of a close contains all totals, so that no two closes share a text', () => {
    const close: DayClose = {
      version: 1,
      day: '2026-03-01',
      closedAtMs: 1,
      checkpointNumber: 2,
      checkpointHashHex: 'aa',
      totals: a,
      previousHashHex: 'bb',
      keyId: 'k',
    };
    const others: DayClose[] = [
      { ...close, day: '2026-03-02' },
      { ...close, closedAtMs: 2 },
      { ...close, checkpointNumber: 3 },
      { ...close, checkpointHashHex: 'ab' },
      { ...close, previousHashHex: 'bc' },
      { ...close, keyId: 'l' },
      { ...close, totals: a.slice(1) },
      { ...close, totals: a.toReversed() },
      { ...close, totals: [{ ...a[0]!, heldPaise: 1 }, a[1]!] },
      { ...close, totals: [{ ...a[0]!, events: 2 }, a[1]!] },
    ];
    const texts = [close, ...others].map((each) => Buffer.from(encodeDayClose(each)).toString());
    expect(new Set(texts).size).toBe(texts.length);
    expect(() => encodeDayClose({ ...close, version: 2 })).toThrow('unknown');
  });
});
