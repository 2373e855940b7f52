import type { Policies, PolicyWords } from './en.ts';

export const words: PolicyWords = {
  short: 'Thode mein',
  updated: 'Pichhla badlav',
  try: 'Banakar dekho: preview free',
  complain: 'Complaint likho',
};

export const policies: Policies = {
  privacy: {
    title: 'Privacy',
    lead: 'Hum tumhare baare mein kya rakhte hain, kyun, kaun dekhta hai, aur use kaise delete karo.',
    short: [
      'Hum tumhara naam, phone number ya email, prompts aur results, aur har transaction rakhte hain.',
      '{{anyProvider}} ko prompt aur tumhari picture milti hai; naam, phone number ya email nahi.',
      'Hum tumhara data bechte nahi, aur usse model train nahi karte.',
      'Tum apna data download kar sakte ho aur account band kar sakte ho.',
    ],
    sections: [
      {
        heading: 'Hum kya rakhte hain',
        body: [
          [
            'Tumhara naam, aur phone number ya email: taaki login ho sake aur pata rahe wallet kiska hai.',
            'Tumhare prompts, tumhari daali pictures aur unse jo bana: taaki woh tumhe phir mile.',
            'Wallet mein aaya-gaya har rupaya: kyunki books rakhna kanoon hai.',
            'Organization ke liye: usme kaun hai, kiska kitna budget hai aur kisne kitna kharch kiya.',
          ],
          'Hum tumhara address, date of birth ya contacts nahi maangte.',
        ],
      },
      {
        heading: 'Tumhare prompts kaun dekhta hai',
        body: [
          'Woh bahar ka AI provider jo jawab deta hai: {{anyProvider}}. Unhe prompt aur tumhari picture milti hai; naam, phone number ya email nahi.',
          'Isliye prompt mein woh mat likho jo un companies ko nahi padhna chahiye: password, ID number, kisi aur ki private baatein.',
          'Jab tum type karne ke bajay bolte ho, to browser use likhta hai, aksar apni company ki service se. Humein sirf text milta hai.',
        ],
      },
      {
        heading: 'Aur kaun hamare liye kaam karta hai',
        body: [
          [
            'Login Google Firebase chalata hai. Wahi codes aur verification emails bhejta hai, aur password aise rakhta hai ki koi padh nahi sakta.',
            'Payment ek payment provider leta hai. Card number unke paas jaate hain, hamare paas kabhi nahi. UPI ID ka hum sirf ek fingerprint rakhte hain, taaki ek hi insaan ke kai accounts pehchane jaayein.',
            'Tum kisi organization mein ho to uske admins tumhara naam, contact aur kharch dekhte hain, prompts nahi.',
          ],
          'Hum tumhara data bechte nahi, aur usse model train nahi karte.',
        ],
      },
      {
        heading: 'Tumhare browser mein',
        body: [
          'Studio ko browser mein kuch cheezein rakhni padti hain: tumhara login, bhasha aur theme, login ka pasandeeda tareeka, code bhejne ke baad das minute tak login mein likhi baatein, jo picture tum bata rahe the, jis link se tum aaye, aur cookies par tumhara jawab. Notices chalu karoge to is browser ka push service wala pata hum tab tak rakhte hain jab tak tum band na karo ya sign out na karo; notice mein na prompt hota hai na photo.',
          'Visits Google Analytics se tabhi ginte hain jab tum “Sab theek hai” chuno. Usse pehle iske liye Google se kuch load nahi hota. Use bas ye pata chalta hai ki kaunsa page khula aur kisi ne sign up kiya; prompts, pictures, naam ya number kabhi nahi.',
          'Har page ke neeche “Cookie choices” se jawab kabhi bhi badal sakte ho.',
        ],
      },
      {
        heading: 'Kab tak rakhte hain',
        body: [
          'Profile aur results: jab tak account hai. Ledger ki entries: jab tak kanoon kahe. Unme sirf id hoti hai, na naam, na number, na prompt.',
          'Picture ya text ki shikayat: tumne jo likha aur tumhara contact, shikayat band hone ke 180 din baad tak.',
          'Pictures ke links signed hain aur expire hote hain, taaki kisi ko diya link hamesha khula na rahe.',
        ],
      },
      {
        heading: 'Tumhare rights',
        body: [
          '“Mera account” mein tum apna saara data download kar sakte ho aur account band kar sakte ho. Kuch theek karwana ho ya di hui permission wapas leni ho, to account ke email se {{email}} par likho, ya uska phone number batao. 30 din mein jawab milega.',
          'Account band hone par profile, prompts aur pictures delete ho jaate hain. Ledger ki entries rehti hain, par unse tum tak koi nahi pahunch sakta.',
        ],
      },
      {
        heading: 'Bachche',
        body: [
          'Studio 18 saal ya usse bade logon ke liye hai. Chhote ho to parent ya guardian account khole aur zimmedari le.',
        ],
      },
      {
        heading: 'Iski zimmedari kiski',
        body: [
          '{{company}}, {{place}}. Yahan kuch aisa badle jo tumhare liye matter karta hai, to pehle batayenge.',
        ],
      },
    ],
  },
  terms: {
    title: 'Terms',
    lead: 'Studio use karte waqt tumhare aur {{company}} ke beech ka agreement.',
    short: [
      'Button par jo daam hai wahi lagta hai. Jo fail ho, uske paise nahi lagte.',
      'Jo unlock kiya, use business mein bhi use karo, jahan tak kanoon aur banane wale provider ki terms allow karein.',
      'Jawab sahi ya naya hoga, ye vaada koi nahi karta: check karo.',
      'Account jab chaho band karo. Jo paise add kiye aur kharch nahi kiye, woh wapas milte hain.',
    ],
    sections: [
      {
        heading: 'Studio kya hai',
        body: [
          'Sachet tumhari request bahar ke AI providers ko deta hai aur unke jawab saath mein dikhata hai. Woh khud AI model nahi hai, aur ye vaada nahi karta ki jawab sahi, naya ya tumhare kaam ka hoga.',
        ],
      },
      {
        heading: 'Tumhara account',
        body: [
          'Ek insaan ya organization ka ek account. Asli naam do, login apne paas rakho, aur kisi aur ke haath lage to batao. Tumhare account se jo ho, uski zimmedari tumhari hai.',
          'Organization mein kaun rahe aur kaun kitna kharch kare, ye uske admins tay karte hain. Members ka kharch organization ke wallet se jaata hai.',
        ],
      },
      {
        heading: 'Tum kya kharidte ho',
        body: [
          'Wallet mein rupaye add karo aur har result ka daam do. Button par jo daam hai wahi lagta hai. Jo fail ho, uske paise nahi lagte.',
          '{{bonus}} ka sign-up bonus gift hai, ek insaan ko ek baar. Use add kiye paison ki tarah kharch karo, par cash nahi milega. Gift codes aur dost laane ke credit par bhi yahi niyam hai; dost wala credit dono ko, dost ke pehli baar paise jodne ke 14 din baad milta hai, agar wo paise wapas na gaye hon.',
        ],
      },
      {
        heading: 'Results ka kya kar sakte ho',
        body: [
          'Jo unlock kiya, use kar sakte ho, business mein bhi, jahan tak kanoon aur banane wale provider ki terms allow karein. Free preview dekhne aur chunne ke liye hain.',
          'Milti-julti request par kisi aur ko bhi milta-julta result mil sakta hai. Model ki banayi cheez par kisi aur ka haq na ho, ye vaada hum nahi kar sakte: hazaar dibbon par chhaapne se pehle check karo.',
        ],
      },
      {
        heading: 'Tumse kya chahiye',
        body: [
          [
            'AI Content & Safety ke rules maano.',
            'Wahi pictures daalo jo use karne ka tumhe haq hai.',
            'Isse aage mat becho, robot se mat chalao, aur daam, limit, ya bonus, gift codes aur dost laane ke niyamon se bachne ke raaste mat dhoondo.',
          ],
        ],
      },
      {
        heading: 'Hum account kab band karte hain',
        body: [
          'Jo rules tode, doosron ko nuksan pahunchaye ya fraud kare, uska account hum band kar sakte hain. Kanoon na roke to wajah batate hain.',
          'Tum jab chaho “Mera account” mein jaakar khud account band kar sakte ho. Jo paise tumne add kiye aur kharch nahi kiye, woh wapas milte hain.',
        ],
      },
      {
        heading: 'Outage aur zimmedari',
        body: [
          'Studio un providers par tika hai jinhe hum nahi chalate. Woh slow ho sakte hain, mana kar sakte hain, band ho sakte hain, aur hum bhi. Hamari zimmedari pichhle 12 mahine mein tumhare diye paise tak hai. Jo kanoon limit nahi karne deta, woh waisa hi rahega.',
        ],
      },
      {
        heading: 'Kanoon',
        body: [
          'Indian law lagu hai. Jhagda {{place}} ki court mein jayega; pehle humein likho, zyadatar baatein email se sulajh jaati hain.',
        ],
      },
    ],
  },
  content: {
    title: 'AI Content & Safety',
    lead: 'Results kahan se aate hain, kya nahi banana hai, aur provider mana kare to kya hota hai.',
    short: [
      'Sachet khud AI model nahi hai. Jo tum dekhte ho woh {{providers}} banate hain.',
      'AI galat ho sakta hai: bharosa karne se pehle check karo.',
      'Kuch cheezein mana hain, jaise asli logon ki nakli baatein, nafrat, aur bachchon ka sexual content.',
      'Provider mana kare, to tumse koi paisa nahi liya jaata.',
    ],
    sections: [
      {
        heading: 'Content kahan se aata hai',
        body: [
          'Sachet khud AI model nahi hai. Jo tum dekhte ho woh {{providers}} banate hain, aur har result par likha hai kiska hai. Previews tez aur saste models se bante hain. Quality mein kharidi cheez premium models se banti hai, Speed mein kharidi cheez tez models se.',
        ],
      },
      {
        heading: 'AI galat ho sakta hai',
        body: [
          'Models baatein bana lete hain, woh bhi poore confidence se. Bharosa karne se pehle facts, naam, number aur spelling check karo. Yahan jo padho woh doctor, lawyer ya accountant ki salah nahi hai.',
          'Pictures mein aise log, jagah aur likhawat dikh sakti hai jo hain hi nahi, aur model ke seekhe prejudices bhi.',
        ],
      },
      {
        heading: 'Kya mana hai',
        body: [
          [
            'Bachchon ka sexual content, kisi bhi roop mein. Hum report karte hain.',
            'Asli logon ki, ya bina consent kisi ki bhi sexual pictures.',
            'Hinsa ya terror ki pukaar, ya dharm, jaati, gender, origin ya disability par nafrat.',
            'Kisi ko satana, dhamkana ya uski private baatein kholna.',
            'Dhokha dena: fake news, nakli documents, asli insaan se woh kehalwana jo usne nahi kaha.',
            'Hathiyar, drugs, chori ya khud ko nuksan pahunchane mein madad.',
            'Kisi aur ki rachna, character ya brand ki copy.',
          ],
        ],
      },
      {
        heading: 'Jab provider mana kare',
        body: [
          'Providers ke apne rules hain aur woh unhe todne wali request rokte hain, kabhi-kabhi sahi request bhi. Tab card par wajah, kya badlo iska suggestion, aur provider ka status aur code dikhta hai. Tumse koi paisa nahi liya jaata, aur doosre provider se banwa sakte ho.',
        ],
      },
      {
        heading: 'Batao ki AI ne banaya',
        body: [
          'Result publish karo to jahan zaroori ho wahan batao, khaaskar jab picture asli photo jaisi lage. Kuch platforms aur kanoon ye maangte hain.',
        ],
      },
      {
        heading: 'Humein batao',
        body: [
          'Kuch aisa dikha jo nahi banna chahiye tha, ya tumhare baare mein kuch hai? Link ya screenshot ke saath {{email}} par likho. Har email koi insaan padhta hai. Jo mana ki cheez banaye, uska account band hota hai.',
        ],
      },
    ],
  },
  billing: {
    title: 'Billing & Refund',
    lead: 'Wallet kaise chalta hai, kya kitne ka hai, aur paise kab wapas milte hain.',
    short: [
      'Prepaid wallet: na plan, na subscription, aur apne aap kuch nahi katta.',
      'Daam tap karne se pehle dikhta hai, aur wahi lagta hai.',
      'Paise picture aane par katte hain, aur ek hi picture ke do baar kabhi nahi.',
      'Refund: billing ki saaf galti ya lambe outage par 14 din ke andar maango.',
    ],
    sections: [
      {
        heading: 'Wallet',
        body: [
          'Sab kuch rupayon ke prepaid wallet se chalta hai. Na plan, na subscription, aur apne aap kuch nahi katta. Wallet sirf isi studio mein chalta hai; us par interest nahi milta aur kisi aur ko nahi de sakte.',
          'Naye account mein {{bonus}} ka bonus milta hai, ek insaan ko ek baar.',
        ],
      },
      {
        heading: 'Kya kitne ka hai',
        body: [
          [
            'Instagram captions aur ideas: free.',
            'Chat: pehle 5 jawab free, phir ek baar mein 5 jawab ka block.',
            'Images: preview free, jo rakho woh {{imageFrom}} se.',
            'Edits: {{editFrom}} se.',
          ],
          'Daam provider, size aur quality par hai. Tap karne se pehle dikhta hai, aur wahi lagta hai.',
        ],
      },
      {
        heading: 'Paise kab katte hain',
        body: [
          'Picture bante waqt uska daam hold par rehta hai. Picture aaye to paise katte hain, na aaye to hold hat jaata hai. Jo hold use na ho, woh kuch minute mein apne aap hat jaata hai.',
          'Ek hi picture ke paise do baar kabhi nahi lagte. Har transaction “Hisaab” mein dikhta hai, uske baad ke balance ke saath.',
        ],
      },
      {
        heading: 'Paise add karna',
        body: [
          '₹1 se, payment provider ke through. Bank se paise kat gaye aur ek ghante mein wallet mein nahi aaye, to payment ka number humein bhejo: hum apni books unse milate hain aur jo kam hai woh credit karte hain.',
        ],
      },
      {
        heading: 'Refund',
        body: [
          'Billing ki saaf galti ya lambe outage par 14 din ke andar maango. Kharch ho chuke credits wapas nahi hote; bonus, gift codes aur dost laane ke credit bhi nahi.',
          '{{email}} par account ka phone number ya email aur “Hisaab” ki woh entry likho. Approved refund wallet mein ya usi tareeke se lautta hai jisse paise diye the.',
        ],
      },
      {
        heading: 'Organizations',
        body: [
          'Members organization ke wallet se pay karte hain, admins ke diye mahine ke budget ke andar. Budget har mahine ki 1 tareekh ko reset hota hai (IST).',
        ],
      },
      {
        heading: 'Limit',
        body: ['Hamari zimmedari pichhle 12 mahine mein tumhare diye paise tak hai.'],
      },
    ],
  },
  contact: {
    title: 'Contact',
    lead: 'Tumhara likha koi insaan padhta hai.',
    sections: [
      {
        heading: 'Humein likho',
        body: ['{{email}}', 'English, Hindi ya Hinglish mein, jaise chaho.'],
      },
      {
        heading: 'Taaki turant madad ho',
        body: [
          [
            'Account ka phone number ya email.',
            'Koi result fail hua: card par likha provider, status aur code.',
            'Paison ki baat: “Hisaab” ki entry, ya payment ka number.',
          ],
          'Password ya code kabhi mat bhejo. Hum kabhi nahi maangenge.',
        ],
      },
      {
        heading: 'Picture ya text ki shikayat',
        body: [
          'Kuch aisa dikha jo mana hai, ya tumhare baare mein kuch hai? Form bharo. Account nahi chahiye.',
          '{{report}}',
        ],
      },
      {
        heading: 'Complaint',
        body: [
          'Hamare jawab se khush nahi, ya baat tumhare data ki hai? Subject mein “Grievance” likho, woh zimmedar insaan tak jayega. 15 din mein jawab milega.',
          '{{grievance}}',
        ],
      },
      { heading: 'Hum kaun hain', body: ['{{facts}}'] },
    ],
  },
  about: {
    title: 'Hamare baare mein',
    lead: 'Badhiya AI chhote packet mein: do dekho, paise uske do jo rakhna hai.',
    sections: [
      {
        heading: 'Sachet kyun',
        body: [
          'Nukkad ki dukaan ke chhote packet ne achhi cheezein sabki pahunch mein laayi: ek saaf vaada, ek saaf daam. Hum AI ke saath yahi karte hain. Na plan, na subscription, na shuru karne ko card.',
        ],
      },
      {
        heading: 'Kaise chalta hai',
        body: [
          'Ek baar poocho aur {{providers}} ke AI se do preview pao. Dono free mein dekho, paise sirf uske do jo rakhna hai. Jo fail ho, uske paise nahi lagte.',
        ],
      },
      {
        heading: 'Kitne ka hai',
        body: [
          'Pictures {{imageFrom}} se, edits {{editFrom}} se, aur bahut kuch bilkul free. Shuruaat wallet mein {{bonus}} se hoti hai.',
        ],
      },
      {
        heading: 'Paison ka pakka hisaab',
        body: [
          'Har aaya-gaya rupaya ek baar likha jaata hai aur phir kabhi nahi badalta. Tumhara balance unhi entries ka jod hai, aur tum sab padh sakte ho.',
        ],
      },
      {
        heading: 'Team ke liye',
        body: [
          'Organization ka ek wallet hota hai. Admins logon ko invite karte hain aur har ek ko mahine ka budget dete hain, taaki kisi ko password ya card na baantna pade.',
        ],
      },
      { heading: 'Hum kaun hain', body: ['{{facts}}'] },
    ],
  },
};
