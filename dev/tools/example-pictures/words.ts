import type { Language } from '@sachet/shared/contracts/vocabulary';

/** The words on the pictures of an example. Each shop, name and price is invented. */
export interface PosterWords {
  shop: string;
  /** Lines. */
  title: readonly string[];
  note: string;
  price: string;
}

export const posterWords: Record<string, Record<Language, PosterWords>> = {
  sweets: {
    en: {
      shop: 'Gupta Sweets',
      title: ['Fresh laddoos', 'every morning'],
      note: 'Pure ghee',
      price: '₹480 a kilo',
    },
    hi: {
      shop: 'गुप्ता स्वीट्स',
      title: ['ताज़े लड्डू', 'रोज़ सुबह'],
      note: 'शुद्ध देसी घी',
      price: '₹480 किलो',
    },
    hg: {
      shop: 'Gupta Sweets',
      title: ['Taaze laddoo', 'roz subah'],
      note: 'Shuddh desi ghee',
      price: '₹480 kilo',
    },
  },
  sarees: {
    en: {
      shop: 'Rangoli Sarees',
      title: ['New silk', 'is here'],
      note: 'Banarasi · Kanjivaram',
      price: 'from ₹1,499',
    },
    hi: {
      shop: 'रंगोली साड़ी',
      title: ['नई सिल्क', 'आ गई'],
      note: 'बनारसी · कांजीवरम',
      price: '₹1,499 से',
    },
    hg: {
      shop: 'Rangoli Sarees',
      title: ['Nayi silk', 'aa gayi'],
      note: 'Banarasi · Kanjivaram',
      price: '₹1,499 se',
    },
  },
  kirana: {
    en: {
      shop: 'Sharma Kirana',
      title: ['The month’s', 'ration, home'],
      note: 'Free delivery today',
      price: 'above ₹999',
    },
    hi: {
      shop: 'शर्मा किराना',
      title: ['महीने का', 'राशन, घर तक'],
      note: 'आज ही मुफ़्त डिलीवरी',
      price: '₹999 से ऊपर',
    },
    hg: {
      shop: 'Sharma Kirana',
      title: ['Mahine ka', 'ration, ghar tak'],
      note: 'Aaj hi free delivery',
      price: '₹999 se upar',
    },
  },
  tailor: {
    en: {
      shop: 'Noor Tailors',
      title: ['Your blouse', 'in 3 days'],
      note: 'Perfect fit, promised',
      price: 'from ₹350',
    },
    hi: {
      shop: 'नूर टेलर्स',
      title: ['ब्लाउज़ तैयार', '3 दिन में'],
      note: 'फ़िटिंग एकदम सही',
      price: '₹350 से',
    },
    hg: {
      shop: 'Noor Tailors',
      title: ['Blouse ready', '3 din mein'],
      note: 'Fitting ekdum sahi',
      price: '₹350 se',
    },
  },
  salon: {
    en: {
      shop: 'Gulaab Salon',
      title: ['Glow for', 'the wedding'],
      note: 'Facial · Mehndi · Hair',
      price: '₹2,999',
    },
    hi: {
      shop: 'गुलाब सैलून',
      title: ['शादी वाला', 'निखार'],
      note: 'फ़ेशियल · मेहंदी · बाल',
      price: '₹2,999',
    },
    hg: {
      shop: 'Gulaab Salon',
      title: ['Shaadi wala', 'glow'],
      note: 'Facial · Mehndi · Hair',
      price: '₹2,999',
    },
  },
  coaching: {
    en: {
      shop: 'Vidya Classes',
      title: ['Class 10', 'Maths'],
      note: 'New batch: 1 April',
      price: 'Free trial class',
    },
    hi: {
      shop: 'विद्या क्लासेस',
      title: ['कक्षा 10', 'गणित'],
      note: 'नया बैच: 1 अप्रैल',
      price: 'पहली क्लास मुफ़्त',
    },
    hg: {
      shop: 'Vidya Classes',
      title: ['Class 10', 'Maths'],
      note: 'Naya batch: 1 April',
      price: 'Pehli class free',
    },
  },
  dairy: {
    en: {
      shop: 'Gokul Dairy',
      title: ['Pure milk', 'by 6 am'],
      note: 'Curd · Paneer · Ghee',
      price: '₹68 a litre',
    },
    hi: {
      shop: 'गोकुल डेयरी',
      title: ['शुद्ध दूध', 'सुबह 6 बजे'],
      note: 'दही · पनीर · घी',
      price: '₹68 लीटर',
    },
    hg: {
      shop: 'Gokul Dairy',
      title: ['Shuddh doodh', 'subah 6 baje'],
      note: 'Dahi · Paneer · Ghee',
      price: '₹68 litre',
    },
  },
  jewellery: {
    en: {
      shop: 'Kundan Jewellers',
      title: ['Wedding', 'gold'],
      note: 'BIS hallmark',
      price: 'Making charges halved',
    },
    hi: {
      shop: 'कुंदन ज्वेलर्स',
      title: ['शादी का', 'सोना'],
      note: 'BIS हॉलमार्क',
      price: 'मेकिंग चार्ज आधा',
    },
    hg: {
      shop: 'Kundan Jewellers',
      title: ['Shaadi ka', 'sona'],
      note: 'BIS hallmark',
      price: 'Making charge aadha',
    },
  },
  tiffin: {
    en: {
      shop: 'Maa’s Tiffin',
      title: ['Food', 'like home'],
      note: 'Daily, at your office',
      price: '₹99',
    },
    hi: { shop: 'माँ का टिफ़िन', title: ['घर जैसा', 'खाना'], note: 'रोज़, आपके ऑफ़िस', price: '₹99' },
    hg: {
      shop: 'Maa ka Tiffin',
      title: ['Ghar jaisa', 'khana'],
      note: 'Roz, aapke office',
      price: '₹99',
    },
  },
  mobile: {
    en: {
      shop: 'Quick Mobile',
      title: ['Screen broken?', 'Fixed in 30 min'],
      note: 'While you wait',
      price: 'from ₹899',
    },
    hi: {
      shop: 'क्विक मोबाइल',
      title: ['स्क्रीन टूटी?', '30 मिनट में ठीक'],
      note: 'आपके सामने',
      price: '₹899 से',
    },
    hg: {
      shop: 'Quick Mobile',
      title: ['Screen tooti?', '30 min mein theek'],
      note: 'Aapke saamne',
      price: '₹899 se',
    },
  },
};
