/**
 * The texts of the static pages. A string is a paragraph, a list of strings is a list. What stands in
 * `{{…}}` comes from the configuration or the rate card; `{{facts}}` is the company's own card.
 */
export type PolicyName = 'privacy' | 'terms' | 'content' | 'billing' | 'contact' | 'about';
export type PolicyBody = (string | string[])[];
export type Policy = {
  title: string;
  lead: string;
  sections: { heading: string; body: PolicyBody }[];
};
export type Policies = Record<PolicyName, Policy>;

export const policies: Policies = {
  privacy: {
    title: 'Privacy',
    lead: 'What we keep about you, why, who else sees it, and how to have it deleted.',
    sections: [
      {
        heading: 'What we keep',
        body: [
          [
            'Your name, and your phone number or email: so that you can sign in and we know whose wallet it is.',
            'Your prompts, the pictures you upload and what was made from them: so that you find them again.',
            'Every rupee that moved in your wallet: because the law wants books kept.',
            'For organizations: who belongs to it, their budgets and what they spent.',
          ],
          'We do not ask for your address, your date of birth or your contacts.',
        ],
      },
      {
        heading: 'Who sees your prompts',
        body: [
          'The external AI provider that answers them, Google or OpenAI. They receive the prompt and the picture you upload, not your name, phone number or email.',
          'So do not put into a prompt what those companies should not read: passwords, identity numbers, other people’s private matters.',
        ],
      },
      {
        heading: 'Who else works for us',
        body: [
          [
            'Sign-in is run by Google Firebase. It sends the codes and the verification mails and keeps your password in a form that nobody can read back.',
            'Payments are taken by a payment provider. Card numbers and UPI details go to them and never reach us.',
            'If you are in an organization, its admins see your name, your contact and how much you spent, not your prompts.',
          ],
          'We do not sell your data, and we do not train models with it.',
        ],
      },
      {
        heading: 'In your browser',
        body: [
          'The studio needs some things stored in your browser: your sign-in, your language and theme, how you like to sign in, the picture you were describing, and your answer about cookies.',
          'Visits are counted with Google Analytics only after you chose “Accept all”. Before that nothing is loaded from Google for it. It is told which page was opened and that somebody signed up, never your prompts, pictures, name or number.',
          'You can change your answer at any time with “Cookie choices” at the foot of every page.',
        ],
      },
      {
        heading: 'How long we keep it',
        body: [
          'Your profile and your results: as long as your account exists. Ledger entries: as long as the law on account books asks. They hold ids only, no name, number or prompt.',
          'A report of a picture or a text: what you wrote and how to reach you, for 180 days after it is closed.',
          'Links to your pictures are signed and expire, so that a link you passed on does not stay open for ever.',
        ],
      },
      {
        heading: 'Your rights',
        body: [
          'You can ask what we keep, have it corrected or deleted, and withdraw a consent you gave. Write to {{email}} from the email of your account, or name its phone number. We answer within 30 days.',
          'When we delete an account, the profile, prompts and pictures go. The ledger entries stay, and nothing in them leads back to you.',
        ],
      },
      {
        heading: 'Children',
        body: [
          'The studio is for people of 18 and over. Whoever is younger needs a parent or guardian who opens the account and answers for it.',
        ],
      },
      {
        heading: 'Who answers for this',
        body: [
          '{{company}}, {{place}}. If something here changes in a way that matters to you, we tell you before it counts.',
        ],
      },
    ],
  },
  terms: {
    title: 'Terms',
    lead: 'The agreement between you and {{company}} when you use the studio.',
    sections: [
      {
        heading: 'What the studio is',
        body: [
          'Sachet passes what you ask to external AI providers and shows you their answers side by side. It is not an AI model itself, and it does not promise that an answer is right, new or fit for your purpose.',
        ],
      },
      {
        heading: 'Your account',
        body: [
          'One account for one person or organization. Give your real name, keep your sign-in to yourself, and tell us if somebody else got hold of it. You answer for what is done with your account.',
          'The admins of an organization decide who belongs to it and what each member may spend. What members spend comes out of the organization’s wallet.',
        ],
      },
      {
        heading: 'What you buy',
        body: [
          'You put rupees into a wallet and pay per result. The price on the button is the price you pay. A result that fails costs nothing.',
          'The sign-up bonus of {{bonus}} is a gift, once per person. It can be spent like money you added, but it cannot be paid out.',
        ],
      },
      {
        heading: 'What you may do with results',
        body: [
          'What you have unlocked is yours to use, also in your business, as far as the law and the terms of the provider that made it allow. Free previews are for looking and choosing.',
          'Other people may get a similar result from a similar request. We cannot promise that nobody else has rights in what a model made: check before you print it on a thousand boxes.',
        ],
      },
      {
        heading: 'What we ask of you',
        body: [
          [
            'Keep to the rules in AI Content & Safety.',
            'Upload only pictures that you may use.',
            'Do not resell access, do not call the studio with robots, and do not try to get around prices, limits or the sign-up bonus.',
          ],
        ],
      },
      {
        heading: 'When we close an account',
        body: [
          'We may disable an account that breaks these rules, harms others or is used for fraud. We tell you why, unless the law forbids it.',
          'You can leave at any time: write to {{email}}.',
        ],
      },
      {
        heading: 'Outages and liability',
        body: [
          'The studio depends on providers that we do not run. They can be slow, refuse, or be away, and so can we. Our liability is limited to what you paid in the preceding 12 months. What the law does not let us limit stays as it is.',
        ],
      },
      {
        heading: 'Law',
        body: [
          'Indian law applies. Disputes go to the courts at {{place}}; write to us first, most things can be settled by mail.',
        ],
      },
    ],
  },
  content: {
    title: 'AI Content & Safety',
    lead: 'Where results come from, what must not be made, and what happens when a provider says no.',
    sections: [
      {
        heading: 'Where content comes from',
        body: [
          'Sachet is not an AI model. Google and OpenAI make what you see, and each result says whose it is. Free results use quicker, cheaper models; paid ones use premium models.',
        ],
      },
      {
        heading: 'AI can be wrong',
        body: [
          'Models make things up, with confidence. Check facts, names, numbers and spellings before you rely on them. What you read here is no advice by a doctor, lawyer or accountant.',
          'Pictures may show people, places and writing that do not exist, and repeat the prejudices of what the model learnt from.',
        ],
      },
      {
        heading: 'What is not allowed',
        body: [
          [
            'Sexual content with children, in any form. We report it.',
            'Sexual pictures of real people, or of anybody without their consent.',
            'Calls to violence, terror or hatred against people for their religion, caste, sex, origin or disability.',
            'Harassing, threatening or exposing somebody.',
            'Deceiving people: faked news, faked documents, a real person made to say or do what they did not.',
            'Help with weapons, drugs, break-ins or harming oneself.',
            'Copies of works, characters or brands that belong to somebody else.',
          ],
        ],
      },
      {
        heading: 'When a provider refuses',
        body: [
          'Providers have rules of their own and stop what breaks them, sometimes also what does not. You then see a card with the reason, a suggestion what to change, and the provider’s status and code. You are not charged, and you can try the other provider.',
        ],
      },
      {
        heading: 'Say that it was made by AI',
        body: [
          'When you publish a result, say so where it matters, above all with pictures that look like photographs. Some platforms and the law ask for it.',
        ],
      },
      {
        heading: 'Tell us',
        body: [
          'Did you see something that should not have been made, or is there something about you? Write to {{email}} with a link or a screenshot. A person looks at every such mail. Who makes what is forbidden here loses the account.',
        ],
      },
    ],
  },
  billing: {
    title: 'Billing & Refund',
    lead: 'How the wallet works, what things cost, and when you get money back.',
    sections: [
      {
        heading: 'The wallet',
        body: [
          'Everything is paid from a prepaid wallet in Indian rupees. There is no plan and no subscription, and nothing is renewed by itself. The wallet can be spent in this studio only; it earns no interest and cannot be passed on.',
          'New accounts begin with a bonus of {{bonus}}, once per person.',
        ],
      },
      {
        heading: 'What things cost',
        body: [
          [
            'Instagram captions and ideas: free.',
            'Chat: the first 5 replies are free, then a block of 5 replies at a time.',
            'Images: previews are free, the one you keep costs from {{imageFrom}}.',
            'Edits: from {{editFrom}}.',
          ],
          'The price depends on provider, size and quality. You see it before you tap, and that is what you pay.',
        ],
      },
      {
        heading: 'When money moves',
        body: [
          'While a picture is being made its price is set aside. It is paid when the picture arrives, and released when it does not. Set-aside money that nobody claimed comes back by itself after a few minutes.',
          'You never pay twice for the same picture. Every movement stands in your wallet’s history, with the balance after it.',
        ],
      },
      {
        heading: 'Adding money',
        body: [
          'From ₹1, through a payment provider. If money left your bank and is not in the wallet within an hour, write to us with the payment’s number: we compare our books with theirs and credit what is missing.',
        ],
      },
      {
        heading: 'Refunds',
        body: [
          'Ask within 14 days for clear billing errors or prolonged outages. Consumed credits are not refundable, and neither is the bonus.',
          'Write to {{email}} with the phone number or email of your account and the line of the history it is about. Approved refunds go back to the wallet or to the means you paid with.',
        ],
      },
      {
        heading: 'Organizations',
        body: [
          'Members pay from the organization’s wallet, within the monthly budget their admins set. Budgets begin anew on the first of the month, Indian time.',
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
        heading: 'So that we can help at once',
        body: [
          [
            'The phone number or email of your account.',
            'About a failed result: the provider, status and code from its card.',
            'About money: the line from your wallet’s history, or the payment’s number.',
          ],
          'Never send us a password or a code. We will not ask for them.',
        ],
      },
      {
        heading: 'Complaints',
        body: [
          'Are you not content with our answer, or is it about your data? Put “Grievance” in the subject and it goes to the person responsible. You get an answer within 15 days.',
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
          'The little packet in the corner shop made good things affordable: one clear promise, one clear price. We do the same with AI. No plan, no subscription, no card to begin.',
        ],
      },
      {
        heading: 'How it works',
        body: [
          'Ask once and two providers answer, Google and OpenAI. Look at both previews for free and pay only for the one you keep. A result that fails costs nothing.',
        ],
      },
      {
        heading: 'What it costs',
        body: [
          'Pictures from {{imageFrom}}, edits from {{editFrom}}, and many things nothing at all. You begin with {{bonus}} in your wallet.',
        ],
      },
      {
        heading: 'Exact about money',
        body: [
          'Every rupee that moves is written down once and never changed afterwards. Your balance is the sum of those lines, and you can read all of them.',
        ],
      },
      {
        heading: 'For teams',
        body: [
          'An organization has one wallet. Its admins invite people and give each of them a monthly budget, so that nobody shares a password or a card.',
        ],
      },
      { heading: 'Who we are', body: ['{{facts}}'] },
    ],
  },
};
