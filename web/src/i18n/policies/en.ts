/** The texts of the static pages. `{{company}}`, `{{place}}` and `{{email}}` come from the config. */
export type PolicyName = 'privacy' | 'terms' | 'content' | 'billing' | 'contact' | 'about';
type Policy = { title: string; sections: { heading: string; text: string }[] };
export type Policies = Record<PolicyName, Policy>;

export const policies: Policies = {
  privacy: {
    title: 'Privacy',
    sections: [
      {
        heading: 'What we keep',
        text: 'Your name, your phone number or email, your prompts, the pictures made from them, and every rupee that moved in your wallet.',
      },
      {
        heading: 'Who sees your prompts',
        text: 'The external AI provider that answers them, Google or OpenAI. They receive the prompt and the picture you upload, not your name, phone number or email.',
      },
      {
        heading: 'What we never do',
        text: 'We do not sell your data and we do not keep card numbers. Payments are handled by the payment provider.',
      },
      {
        heading: 'Deleting your data',
        text: 'Write to {{email}} and we delete your account. Ledger entries stay, because the law wants books kept, but they hold ids only and no name.',
      },
    ],
  },
  terms: {
    title: 'Terms',
    sections: [
      {
        heading: 'What you buy',
        text: 'You top up a wallet in rupees and pay per result. Previews are free. The price on the button is the price you pay, and a result that fails costs nothing.',
      },
      {
        heading: 'What you may do with results',
        text: 'Results that you have unlocked are yours to use, as far as the law and the terms of the external provider allow.',
      },
      {
        heading: 'What we ask of you',
        text: 'Keep to the AI Content & Safety rules, keep your sign-in to yourself, and do not resell access.',
      },
      {
        heading: 'Who we are',
        text: '{{company}}, {{place}}. Our liability is limited to what you paid in the preceding 12 months.',
      },
    ],
  },
  content: {
    title: 'AI Content & Safety',
    sections: [
      {
        heading: 'Where content comes from',
        text: 'Sachet is not an AI model. It passes your request to external providers and shows what they answer. AI can be wrong: check facts before you rely on them.',
      },
      {
        heading: 'What is not allowed',
        text: 'Content that sexualises children, incites violence or hatred, harasses or deceives people, or copies protected works.',
      },
      {
        heading: 'When a provider refuses',
        text: 'You see the reason and a suggestion on the card, and you are not charged.',
      },
    ],
  },
  billing: {
    title: 'Billing & Refund',
    sections: [
      {
        heading: 'The wallet',
        text: 'Everything is paid from a prepaid wallet in Indian rupees. While a picture is being made its price is set aside. It is paid when the picture arrives, and released when it does not.',
      },
      {
        heading: 'Refunds',
        text: 'Ask within 14 days for clear billing errors or prolonged outages: write to {{email}}. Consumed credits are not refundable.',
      },
      {
        heading: 'Limits',
        text: 'Our liability is limited to what you paid in the preceding 12 months.',
      },
    ],
  },
  contact: {
    title: 'Contact',
    sections: [
      {
        heading: 'Write to us',
        text: '{{email}}. Tell us the phone number or email of your account, and the code shown on the failed card if there is one.',
      },
      { heading: 'Where we are', text: '{{company}}, {{place}}.' },
    ],
  },
  about: {
    title: 'About',
    sections: [
      {
        heading: 'Why a sachet',
        text: 'The little packet in the corner shop made good things affordable: one clear promise, one clear price. We do the same with AI. No plan, no subscription, no card to begin.',
      },
      {
        heading: 'How it works',
        text: 'Ask once and two providers answer. Look at both for free and pay only for the one you keep.',
      },
      { heading: 'Who we are', text: '{{company}}, {{place}}.' },
    ],
  },
};
