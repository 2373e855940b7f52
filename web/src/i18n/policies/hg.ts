import type { Policies } from './en';

export const policies: Policies = {
  privacy: {
    title: 'Privacy',
    sections: [
      {
        heading: 'Hum kya rakhte hain',
        text: 'Tumhara naam, phone number ya email, tumhare prompts, unse bani pictures, aur wallet mein aaya-gaya har rupaya.',
      },
      {
        heading: 'Tumhare prompts kaun dekhta hai',
        text: 'Wo bahar ka AI provider jo jawab deta hai, Google ya OpenAI. Unhe prompt aur tumhari picture milti hai; naam, phone number ya email nahi.',
      },
      {
        heading: 'Hum kya kabhi nahi karte',
        text: 'Tumhara data bechte nahi aur card number rakhte nahi. Payment ka kaam payment provider karta hai.',
      },
      {
        heading: 'Data hatwana',
        text: '{{email}} par likho, hum account hata denge. Ledger kanoon ki wajah se rehta hai, par usme sirf id hoti hai, naam nahi.',
      },
    ],
  },
  terms: {
    title: 'Terms',
    sections: [
      {
        heading: 'Tum kya khareedte ho',
        text: 'Wallet mein rupaye dalo aur har result ka daam do. Preview free hain. Button par jo daam hai wahi lagta hai, aur jo fail ho uska kuch nahi.',
      },
      {
        heading: 'Results ka kya kar sakte ho',
        text: 'Jo unlock kiya wo tumhara hai, jahan tak kanoon aur provider ki terms allow karein.',
      },
      {
        heading: 'Tumse kya chahiye',
        text: 'AI Content & Safety ke rules maano, apna login apne paas rakho, aur isse aage mat becho.',
      },
      {
        heading: 'Hum kaun hain',
        text: '{{company}}, {{place}}. Hamari zimmedari pichhle 12 mahine mein tumhare diye paise tak hai.',
      },
    ],
  },
  content: {
    title: 'AI Content & Safety',
    sections: [
      {
        heading: 'Content kahan se aata hai',
        text: 'Sachet khud AI model nahi hai. Wo tumhari request bahar ke providers ko deta hai aur unka jawab dikhata hai. AI galat ho sakta hai: bharosa karne se pehle check karo.',
      },
      {
        heading: 'Kya mana hai',
        text: 'Bachchon ka sexual content, hinsa ya nafrat bhadkana, kisi ko satana ya dhokha dena, aur kisi aur ki cheez copy karna.',
      },
      {
        heading: 'Jab provider mana kare',
        text: 'Card par wajah aur suggestion dikhta hai, aur tumse koi paisa nahi liya jaata.',
      },
    ],
  },
  billing: {
    title: 'Billing & Refund',
    sections: [
      {
        heading: 'Wallet',
        text: 'Sab kuch rupayon ke prepaid wallet se chalta hai. Picture bante waqt uska daam alag rakha jaata hai. Picture aaye to katta hai, na aaye to wapas khul jaata hai.',
      },
      {
        heading: 'Refund',
        text: 'Billing ki saaf galti ya lambe outage par 14 din ke andar {{email}} par likho. Kharch ho chuke credits wapas nahi hote.',
      },
      {
        heading: 'Limit',
        text: 'Hamari zimmedari pichhle 12 mahine mein tumhare diye paise tak hai.',
      },
    ],
  },
  contact: {
    title: 'Contact',
    sections: [
      {
        heading: 'Hume likho',
        text: '{{email}}. Apne account ka phone number ya email batao, aur card par koi code dikha ho to wo bhi.',
      },
      { heading: 'Hum kahan hain', text: '{{company}}, {{place}}.' },
    ],
  },
  about: {
    title: 'Hamare baare mein',
    sections: [
      {
        heading: 'Sachet kyun',
        text: 'Nukkad ki dukaan ke chhote packet ne achhi cheezein sabki pahunch mein laayi: ek saaf vaada, ek saaf daam. Hum AI ke saath yahi karte hain. Na plan, na subscription, na shuru karne ko card.',
      },
      {
        heading: 'Kaise chalta hai',
        text: 'Ek baar poocho, do providers jawab denge. Dono free mein dekho, paise sirf uske do jo rakhna hai.',
      },
      { heading: 'Hum kaun hain', text: '{{company}}, {{place}}.' },
    ],
  },
};
