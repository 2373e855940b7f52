/**
 * The texts of the static pages. A string is a paragraph, a list of strings is a list. Values for
 * `{{…}}` come from the configuration or the rate card; `{{facts}}` is the company's own card, `{{grievance}}` and `{{report}}` are buttons.
 */
export type PolicyName = 'privacy' | 'terms' | 'content' | 'billing' | 'contact' | 'about';
export type PolicyBody = (string | string[])[];
export type Policy = {
  title: string;
  lead: string;
  /** The main points of a long text, each of which the text says, too. */
  short?: string[];
  sections: { heading: string; body: PolicyBody }[];
};
/** Words around the texts. */
export type PolicyWords = { short: string; updated: string; try: string; complain: string };
export type Policies = Record<PolicyName, Policy>;

export const words: PolicyWords = {
  short: 'In short',
  updated: 'Last updated',
  try: 'Try it: previews are free',
  complain: 'Write a complaint',
};

export const policies: Policies = {
  privacy: {
    title: 'Privacy',
    lead: 'What we keep about you, why, who else sees it, and how to delete it.',
    short: [
      'We keep your name, your phone number or email, your prompts and results, and every transaction.',
      '{{anyProvider}} receives your prompt and picture, not your name, phone number or email.',
      'We don’t sell your data or train models with it.',
      'You can download what we keep about you, and close your account.',
    ],
    sections: [
      {
        heading: 'What we keep',
        body: [
          [
            'Your name, and your phone number or email, so that you can sign in to your wallet.',
            'Your prompts, the pictures you upload and your results, so that you can find them again.',
            'Every transaction in your wallet, because the law requires it.',
            'For organizations: the members, their budgets and what they spent.',
          ],
          'We do not ask for your address, your date of birth or your contacts.',
        ],
      },
      {
        heading: 'Who sees your prompts',
        body: [
          'The AI provider that answers them: {{anyProvider}}. It receives the prompt and the picture you upload, not your name, phone number or email.',
          'Don’t put anything into a prompt that these companies should not read, such as passwords, identity numbers or other people’s private matters.',
          'When you speak instead of typing, your browser turns it into text, often with a service of its maker. We get only the text.',
        ],
      },
      {
        heading: 'Who else works for us',
        body: [
          [
            'Google Firebase runs the sign-in. It sends codes and verification emails and stores your password in a form that can’t be read back.',
            'A payment provider takes payments. Card numbers go to it and never reach us. Of a UPI ID we keep a fingerprint only, to recognise one payer with several accounts.',
            'If you are in an organization, its admins see your name, your contact and how much you spent, not your prompts.',
          ],
          'We don’t sell your data or train models with it.',
        ],
      },
      {
        heading: 'In your browser',
        body: [
          'Sachet stores what it needs in your browser: your sign-in, language, theme, preferred sign-in method, for ten minutes what you typed in a sign-in whose code was sent, the picture you were describing, the link that brought you, and your cookie choice. If you switch on notices, we keep the address of this browser at its push service until you switch them off or sign out; a notice contains no prompt and no picture.',
          'We count visits with Google Analytics only after you choose “Accept all”, and load nothing for it before. It learns which page was opened and that someone signed up, never your prompts, pictures, name or number.',
          'You can change your choice at any time under “Cookie choices” at the bottom of every page.',
        ],
      },
      {
        heading: 'How long we keep it',
        body: [
          'Your profile and results: as long as your account exists. Ledger entries: as long as the law requires. They contain ids only, no name, number or prompt.',
          'If you report a picture or a text: what you wrote and how to reach you, for 180 days after the report is closed.',
          'Links to your pictures are signed and expire, so a link you shared doesn’t work forever.',
        ],
      },
      {
        heading: 'Your rights',
        body: [
          'Under My account you can download what we keep about you and close your account. To have something corrected, or to withdraw a consent, write to {{email}} from your account’s email, or mention its phone number. We answer within 30 days.',
          'When an account is closed, its profile, prompts and pictures are deleted. The ledger entries are kept, and nothing in them leads back to you.',
        ],
      },
      {
        heading: 'Children',
        body: [
          'Sachet is for people aged 18 and over. If you’re younger, a parent or guardian must open the account and is responsible for it.',
        ],
      },
      {
        heading: 'Who is responsible',
        body: [
          '{{company}}, {{place}}. If we make a change that matters to you, we tell you before it takes effect.',
        ],
      },
    ],
  },
  terms: {
    title: 'Terms',
    lead: 'The agreement between you and {{company}} when you use Sachet.',
    short: [
      'The price on the button is the price you pay. A failed result costs nothing.',
      'You can use what you unlock, for business too, as far as the law and the provider’s terms allow.',
      'No one promises that an answer is correct or original: check it.',
      'You can close your account at any time. Money you added and didn’t spend goes back to you.',
    ],
    sections: [
      {
        heading: 'What Sachet is',
        body: [
          'Sachet sends your requests to external AI providers and shows you their answers side by side. It is not an AI model itself, and it does not promise that an answer is correct, original or fit for your purpose.',
        ],
      },
      {
        heading: 'Your account',
        body: [
          'One account per person or organization. Use your real name, keep your sign-in private, and tell us if someone else gets access to it. You are responsible for what is done with your account.',
          'An organization’s admins decide who belongs to it and how much each member can spend. Members spend from the organization’s wallet.',
        ],
      },
      {
        heading: 'What you buy',
        body: [
          'You add rupees to a wallet and pay per result. The price on the button is the price you pay. A failed result costs nothing.',
          'The sign-up bonus of {{bonus}} is a gift, once per person. You can spend it like money you added, but it can’t be paid out. The same goes for gift codes and for credit for bringing friends, which both get 14 days after the friend’s first top-up, unless that top-up goes back.',
        ],
      },
      {
        heading: 'What you may do with results',
        body: [
          'You can use what you unlock, for business too, as far as the law and the provider’s terms allow. Free previews are for looking and choosing only.',
          'Other people may get a similar result from a similar request. We can’t promise that no one else has rights in a result: check before you print it on a thousand boxes.',
        ],
      },
      {
        heading: 'What we ask of you',
        body: [
          [
            'Follow the rules in AI Content & Safety.',
            'Upload only pictures that you have the right to use.',
            'Don’t resell access, don’t use bots, and don’t try to get around prices, limits or the rules for bonuses, gift codes and bringing friends.',
          ],
        ],
      },
      {
        heading: 'When we close an account',
        body: [
          'We may disable an account that breaks these rules, harms others or is used for fraud. We tell you why unless the law forbids it.',
          'You can close your account yourself at any time, under My account. Money you added and didn’t spend goes back to you.',
        ],
      },
      {
        heading: 'Outages and liability',
        body: [
          'Sachet depends on providers that we don’t run. They can be slow, refuse a request or be down, and so can we. Our liability is limited to what you paid in the preceding 12 months, except where the law doesn’t allow such a limit.',
        ],
      },
      {
        heading: 'Law',
        body: [
          'Indian law applies. Disputes go to the courts at {{place}}. Write to us first: most things can be settled by email.',
        ],
      },
    ],
  },
  content: {
    title: 'AI Content & Safety',
    lead: 'Where results come from, what is not allowed, and what happens when a provider refuses.',
    short: [
      'Sachet is not an AI model. {{providers}} make what you see.',
      'AI can be wrong: check before you rely on it.',
      'Some things are not allowed, such as fakes of real people, hatred, and sexual content involving children.',
      'If a provider refuses a request, you aren’t charged.',
    ],
    sections: [
      {
        heading: 'Where content comes from',
        body: [
          'Sachet is not an AI model. {{providers}} make what you see, and each result names its provider. Previews come from faster, cheaper models. What you buy in Quality comes from premium models, what you buy in Speed from the faster ones.',
        ],
      },
      {
        heading: 'AI can be wrong',
        body: [
          'Models make things up, and sound sure of them. Check facts, names, numbers and spelling before you rely on them. Nothing here is medical, legal or financial advice.',
          'Pictures may show people, places and writing that don’t exist, and repeat the prejudices in the model’s training data.',
        ],
      },
      {
        heading: 'What is not allowed',
        body: [
          [
            'Sexual content involving children, in any form. We report it.',
            'Sexual pictures of real people, or of anyone without their consent.',
            'Calls to violence, terror or hatred against people for their religion, caste, sex, origin or disability.',
            'Harassing, threatening or exposing people.',
            'Deception: fake news, fake documents, or real people shown saying or doing what they didn’t.',
            'Help with weapons, drugs, break-ins or self-harm.',
            'Copies of works, characters or brands that belong to someone else.',
          ],
        ],
      },
      {
        heading: 'When a provider refuses',
        body: [
          'Providers have their own rules and block requests that break them, and sometimes ones that don’t. You then see the reason, what to change, and the provider’s status and code. You aren’t charged, and you can try the other provider.',
        ],
      },
      {
        heading: 'Say that it was made by AI',
        body: [
          'When you publish a result, say that AI made it where it matters, above all for pictures that look like photos. Some platforms and the law require it.',
        ],
      },
      {
        heading: 'Tell us',
        body: [
          'Did you see something that isn’t allowed, or something about you? Write to {{email}} with a link or a screenshot. A person reads every email. Accounts that make forbidden content are closed.',
        ],
      },
    ],
  },
  billing: {
    title: 'Billing & Refund',
    lead: 'How the wallet works, what things cost, and when you get money back.',
    short: [
      'A prepaid wallet: no plan, no subscription, and nothing renews automatically.',
      'You see the price before you tap, and that is what you pay.',
      'You’re charged when the picture arrives, and never twice for the same one.',
      'Refunds: ask within 14 days for clear billing errors or prolonged outages.',
    ],
    sections: [
      {
        heading: 'The wallet',
        body: [
          'You pay for everything from a prepaid wallet in Indian rupees. There is no plan and no subscription, and nothing renews automatically. You can spend the wallet only on Sachet. It earns no interest and can’t be transferred.',
          'New accounts start with a bonus of {{bonus}}, once per person.',
        ],
      },
      {
        heading: 'What things cost',
        body: [
          [
            'Instagram captions and ideas: free.',
            'Chat: the first 5 replies are free, then you pay per block of 5 replies.',
            'Images: previews are free, the one you keep costs from {{imageFrom}}.',
            'Edits: from {{editFrom}}.',
          ],
          'The price depends on the provider, size and quality. You see it before you tap, and that is what you pay.',
        ],
      },
      {
        heading: 'When money moves',
        body: [
          'While a picture is being made, its price is on hold. You’re charged when the picture arrives; if it doesn’t, the hold is released. An unused hold is released automatically after a few minutes.',
          'You never pay twice for the same picture. Your Statement lists every transaction with the balance after it.',
        ],
      },
      {
        heading: 'Adding money',
        body: [
          'From ₹1, through a payment provider. If money left your bank and isn’t in your wallet within an hour, write to us with the payment number. We compare our books with the provider’s and credit what is missing.',
        ],
      },
      {
        heading: 'Refunds',
        body: [
          'Ask within 14 days for clear billing errors or prolonged outages. Consumed credits are not refundable, and neither are the bonus, gift codes and credit for bringing friends.',
          'Write to {{email}} with your account’s phone number or email and the entry from your Statement. Approved refunds go back to your wallet or to the payment method you used.',
        ],
      },
      {
        heading: 'Organizations',
        body: [
          'Members pay from the organization’s wallet, within the monthly budget their admins set. Budgets reset on the 1st of each month (IST).',
        ],
      },
      {
        heading: 'Limits',
        body: ['Our liability is limited to what you paid in the preceding 12 months.'],
      },
    ],
  },
  contact: {
    title: 'Contact',
    lead: 'A person reads what you write.',
    sections: [
      {
        heading: 'Write to us',
        body: ['{{email}}', 'In English, Hindi or Hinglish, as you like.'],
      },
      {
        heading: 'Help us help you faster',
        body: [
          [
            'The phone number or email of your account.',
            'About a failed result: the provider, status and code from its card.',
            'About money: the entry from your Statement, or the payment number.',
          ],
          'Never send us a password or a code. We won’t ask for them.',
        ],
      },
      {
        heading: 'Report a picture or a text',
        body: [
          'Did you see something that isn’t allowed, or something about you? Use the form. No account needed.',
          '{{report}}',
        ],
      },
      {
        heading: 'Complaints',
        body: [
          'Not satisfied with our answer, or is it about your data? Put “Grievance” in the subject and it goes to the person responsible. You’ll get an answer within 15 days.',
          '{{grievance}}',
        ],
      },
      { heading: 'Who we are', body: ['{{facts}}'] },
    ],
  },
  about: {
    title: 'About',
    lead: 'Good AI in small packets: compare two, pay for the one you keep.',
    sections: [
      {
        heading: 'Why a sachet',
        body: [
          'The little packet in the corner shop made good things affordable: one clear promise, one clear price. We do the same with AI. No plan, no subscription, no card to start.',
        ],
      },
      {
        heading: 'How it works',
        body: [
          'Ask once and get two previews, with AI from {{providers}}. Look at both for free and pay only for the one you keep. A failed result costs nothing.',
        ],
      },
      {
        heading: 'What it costs',
        body: [
          'Pictures from {{imageFrom}}, edits from {{editFrom}}, and many things are free. You start with {{bonus}} in your wallet.',
        ],
      },
      {
        heading: 'Exact about money',
        body: [
          'Every transaction is recorded once and never changed. Your balance is the sum of these entries, and you can read all of them.',
        ],
      },
      {
        heading: 'For teams',
        body: [
          'An organization has one wallet. Its admins invite people and give each one a monthly budget, so no one has to share a password or a card.',
        ],
      },
      { heading: 'Who we are', body: ['{{facts}}'] },
    ],
  },
};
