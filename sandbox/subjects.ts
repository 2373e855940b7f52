/** Which scene a prompt asks for. */
import type { PaletteName } from './palette.ts';
import type { Scene } from './paint.ts';
import { randomFrom } from './random.ts';
import { abstract } from './scenes/abstract.ts';
import { cat } from './scenes/cat.ts';
import { city } from './scenes/city.ts';
import { forest } from './scenes/forest.ts';
import { kites } from './scenes/kites.ts';
import { mandala } from './scenes/mandala.ts';
import { market } from './scenes/market.ts';
import { mountains } from './scenes/mountains.ts';
import { palace } from './scenes/palace.ts';
import { portrait } from './scenes/portrait.ts';
import { sea } from './scenes/sea.ts';
import { stillLife } from './scenes/still-life.ts';

type Subject = { name: string; scene: Scene; words: RegExp; palettes: readonly PaletteName[] };

export const subjects: readonly Subject[] = [
  {
    name: 'cup',
    scene: stillLife,
    palettes: ['spice', 'dawn', 'forest', 'monsoon'],
    words:
      /\b(chai|tea(?! estate| garden)|coffee|cup|mug|food|breakfast|biscuits?|cake|sweets?|mithai|dessert|cafe|café|bakery|restaurant|recipe|product|candle|bottle|thali|snacks?)\b|चाय|कॉफ़ी/i,
  },
  {
    name: 'rangoli',
    scene: mandala,
    palettes: ['spice', 'sunset', 'neon', 'sea'],
    words:
      /\b(rangoli|mandala|flowers?|lotus|diwali|deepavali|diya|henna|mehndi|wedding|pattern|marigolds?|onam|pookalam|puja|holi)\b|रंगोली|फूल|दिवाली|दीवाली|होली/i,
  },
  {
    name: 'kites',
    scene: kites,
    palettes: ['day', 'dawn', 'sunset', 'pastel'],
    words: /\b(kites?|patang|sankranti|uttarayan|balloons?|independence day|clouds?)\b|पतंग/i,
  },
  {
    name: 'market',
    scene: market,
    palettes: ['spice', 'sunset', 'day', 'dawn'],
    words:
      /\b(market|bazaa?r|shop|store|stall|spices?|vegetables?|fruits?|street food|street|mela|fair|sale|kirana|saree shop|vendor)\b|बाज़ार|बाजार|मसाल/i,
  },
  {
    name: 'palace',
    scene: palace,
    palettes: ['sunset', 'dawn', 'sea', 'pastel'],
    words:
      /\b(palace|taj|mahal|temple|fort|mosque|monument|castle|heritage|jaipur|agra|rajasthan|lucknow|hyderabad|haveli)\b|मंदिर|महल|ताज/i,
  },
  {
    name: 'cat',
    scene: cat,
    palettes: ['night', 'dawn', 'sunset', 'pastel'],
    words: /\b(cats?|kitten|dog|puppy|pet|animals?|tiger|window)\b|बिल्ली/i,
  },
  {
    name: 'portrait',
    scene: portrait,
    palettes: ['spice', 'sunset', 'pastel', 'forest'],
    words:
      /\b(woman|women|man|girl|boy|lady|person|people|face|bride|groom|dancer|model|selfie|saree|sari|fashion|mother|grandmother|farmer|teacher|yoga|portrait of)\b|औरत|लड़की|महिला|आदमी/i,
  },
  {
    name: 'city',
    scene: city,
    palettes: ['night', 'sunset', 'neon'],
    words:
      /\b(city|skyline|mumbai|delhi|bengaluru|bangalore|skyscrapers?|buildings?|downtown|office|startup|urban|night life|traffic|metro|tech|cyberpunk|robot|future)\b|शहर|मुंबई/i,
  },
  {
    name: 'sea',
    scene: sea,
    palettes: ['sea', 'sunset', 'dawn'],
    words:
      /\b(sea|beach|ocean|waves?|boat|ship|goa|kerala|backwaters?|island|coast|river|lake|ganga|varanasi|fish|holiday|vacation|travel)\b|समुद्र|नदी|नाव/i,
  },
  {
    name: 'forest',
    scene: forest,
    palettes: ['forest', 'dawn', 'monsoon'],
    words:
      /\b(forest|jungle|trees?|woods|garden|tea estate|plants?|leaf|leaves|elephant|peacock|deer|nature|monsoon)\b|जंगल|पेड़|बाग/i,
  },
  {
    name: 'mountains',
    scene: mountains,
    palettes: ['dawn', 'sunset', 'day', 'monsoon'],
    words:
      /\b(mountains?|hills?|himalayas?|valley|ladakh|manali|trek(king)?|peak|snow|sunrise|sunset|sky|camping|landscape of)\b|पहाड़|हिमालय/i,
  },
  {
    name: 'abstract',
    scene: abstract,
    palettes: ['sunset', 'sea', 'neon', 'pastel', 'spice'],
    words:
      /\b(abstract|shapes?|geometric|gradient|wallpaper|music|background|logo|poster|minimal|finance|money)\b/i,
  },
];

const anySubject = ['abstract', 'mountains', 'sea', 'rangoli', 'kites', 'palace'];

/** The subject named first; what is not in our vocabulary gets a scene by its hash. */
export function subjectOf(prompt: string): Subject {
  const named = subjects
    .map((subject) => ({ subject, at: prompt.search(subject.words) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)[0];
  if (named) return named.subject;
  const open = subjects.filter((subject) => anySubject.includes(subject.name));
  return randomFrom(`subject:${prompt}`).pick(open);
}
