/** The subject of a prompt: its emblems, their positions, and its title. */
import { findEmblem, findEmblemByCharacter } from './emblems.ts';

/** Each emblem, and other names that people use for it. */
const vocabulary = `
tiger: baagh bagh बाघ | lion: sher singh शेर सिंह | elephant: hathi haathi gajraj हाथी
cat: kitten billi बिल्ली | dog: puppy kutta कुत्ता | cow: gaay gai गाय | goat: bakri बकरी | horse: ghoda घोड़ा
two-hump-camel: camel oont ऊंट ऊँट | monkey: bandar बंदर | peacock: mor मोर | parrot: tota तोता | rabbit: bunny khargosh खरगोश
bird: sparrow chidiya चिड़िया पक्षी | fish: machhli machli मछली | snake: cobra naag साँप सांप | butterfly: titli तितली | deer: hiran हिरण
water-buffalo: buffalo bhains भैंस | rooster: murga मुर्गा | duck: batakh बतख | bear: bhalu भालू | owl: ullu उल्लू
mango: aam आम | banana: kela केला | red-apple: apple seb सेब | grapes: angoor अंगूर | coconut: nariyal नारियल
watermelon: tarbooz तरबूज | tangerine: orange santra संतरा | lemon: nimbu नींबू | pineapple: ananas अनानास | tomato: tamatar टमाटर
hot-pepper: chilli chili mirch mirchi मिर्च masala spice मसाला | onion: pyaaz pyaz प्याज | eggplant: brinjal baingan बैंगन | potato: aloo आलू | ginger-root: ginger adrak अदरक
hot-beverage: chai tea coffee cup mug cafe café kaapi चाय कॉफी कॉफ़ी कप | teapot: kettle ketli केतली
curry-rice: biryani thali curry paneer food dinner lunch khana खाना थाली बिरयानी | dumpling: samosa momo momos समोसा | stuffed-flatbread: roll kathi frankie
flatbread: roti naan paratha dosa chapati रोटी डोसा | pot-of-food: dal daal handi sambar दाल | cooked-rice: rice idli chawal चावल | pancakes: breakfast uttapam nashta नाश्ता
custard: sweet sweets mithai dessert gulab jamun laddu ladoo मिठाई लड्डू | birthday-cake: cake birthday केक जन्मदिन | ice-cream: kulfi icecream आइसक्रीम | glass-of-milk: milk lassi doodh दूध लस्सी
honey-pot: honey shahad शहद | bread: bakery loaf | hamburger: burger vada pav | tropical-drink: juice mocktail sharbat nimbu-pani शरबत
auto-rickshaw: auto autorickshaw rickshaw tuktuk tuk-tuk riksha ऑटो रिक्शा | taxi: cab टैक्सी | automobile: car gaadi gadi कार गाड़ी | bus: बस | locomotive: train rail railway रेल ट्रेन रेलगाड़ी
motor-scooter: scooter scooty स्कूटर | motorcycle: bike motorbike bullet बाइक | bicycle: cycle साइकिल | tractor: ट्रैक्टर | airplane: plane flight aeroplane jahaz हवाई जहाज | rocket: spaceship isro रॉकेट
sailboat: boat naav nav shikara नाव | canoe: houseboat | delivery-truck: truck lorry ट्रक | ox: bull bullock bail bailgaadi बैल
woman-standing: woman lady women mother grandmother aurat mahila ladki maa औरत महिला लड़की माँ | man-standing: man men father uncle aadmi आदमी | girl: bachchi बच्ची | boy: child kid ladka बच्चा लड़का | family: parivar परिवार | baby: shishu
woman-dancing: dance dancer dancing naach kathak bharatanatyam garba नृत्य नाच | woman-in-lotus-position: yoga meditation dhyan योग | person-with-veil: bride wedding shaadi dulhan दुल्हन शादी | farmer: kisan किसान
woman-teacher: teacher school शिक्षक | student: students vidyarthi छात्र | woman-health-worker: doctor nurse डॉक्टर | cook: chef khansama | artist: painter | astronaut: अंतरिक्ष यात्री | person-in-tuxedo: groom dulha दूल्हा | superhero: hero
sari: saree sarees saari साड़ी | ring: jewellery jewelry gehne अंगूठी गहने | high-heeled-shoe: heels fashion | running-shoe: shoe shoes sneaker sneakers joota जूता जूते | handbag: purse | lipstick: makeup cosmetics | crown: king queen raja rani maharaja राजा रानी
hindu-temple: temple mandir मंदिर varanasi banaras | mosque: masjid taj mahal taj-mahal charminar ताजमहल ताज मस्जिद | church: गिरजाघर | castle: palace fort mahal haveli kila महल किला | classical-building: bank parliament museum
house-with-garden: home ghar घर | hut: village cottage gaon गाँव गांव झोपड़ी | department-store: shop store mall shopping dukaan dukan दुकान | umbrella-on-ground: stall thela vendor stand | shopping-bags: market bazaar bazar sale offer discount बाज़ार बाजार | convenience-store: kirana | ferris-wheel: mela fair मेला | stadium: ground मैदान
diya-lamp: diya diyas deepak diwali deepavali दीया दीये दिया दिवाली दीवाली दीपावली | fireworks: firework cracker crackers patakhe आतिशबाज़ी | kite: patang sankranti uttarayan पतंग | balloon: balloons gubbara गुब्बारा गुब्बारे | artist-palette: holi rang होली रंग
wrapped-gift: gift gifts present rakhi uphaar तोहफ़ा उपहार राखी | christmas-tree: christmas क्रिसमस | crescent-moon: eid ramadan chand chaand ईद रमज़ान | trophy: award winner jeet | party-popper: party celebration celebrate jashn उत्सव जश्न | triangular-flag: flag tiranga independence republic तिरंगा | globe-showing-asia-australia: india bharat world duniya भारत
lotus: kamal कमल | rose: gulab गुलाब | sunflower: surajmukhi सूरजमुखी | bouquet: flowers phool फूल फूलों | blossom: flower rangoli mandala marigold genda jasmine रंगोली गेंदा | potted-plant: plant plants paudha पौधा | deciduous-tree: tree trees ped पेड़ | seedling: farm kheti खेती | palm-tree: palm
cricket-game: cricket ipl bat batsman क्रिकेट | soccer-ball: football soccer फुटबॉल | field-hockey: hockey हॉकी | badminton: shuttlecock | chess-pawn: chess shatranj शतरंज | kick-scooter: skate | person-running: runner running marathon daud दौड़
guitar: music sangeet गिटार संगीत | long-drum: drum drums dhol tabla ढोल तबला | violin: sitar veena सितार | musical-notes: song singing gaana गाना | microphone: podcast singer mic | camera: photographer photography कैमरा | clapper-board: film movie cinema bollywood फिल्म | television: tv
books: book library study kitab किताब | open-book: story reading kahani poem कहानी कविता | laptop: computer startup coding office software लैपटॉप | mobile-phone: phone smartphone app फोन | light-bulb: idea bulb innovation bijli | robot: ai रोबोट | money-bag: money rupee rupees cash paisa wealth finance budget पैसा रुपये | chart-increasing: growth revenue profit sales business stock stocks
alarm-clock: clock time ghadi घड़ी समय | candle: mombatti मोमबत्ती | umbrella-with-rain-drops: umbrella chhata chata छाता छतरी | basket: tokri tokari टोकरी | lotion-bottle: bottle perfume skincare shampoo | soap: sabun साबुन | backpack: bag schoolbag | pill: medicine dawai दवा | bed: bedroom sleep | couch-and-lamp: sofa furniture interior living | key: keys chabi | om: shiva krishna ganesh ganesha puja pooja bhagwan ॐ गणेश पूजा
red-heart: heart love pyaar dil valentine दिल प्यार | person-lifting-weights: gym fitness workout | person-surfing: surfing surfer | person-swimming: swimming swimmer | person-cartwheeling: gymnast | teddy-bear: toy toys khilona खिलौना | top-hat: hat topi टोपी | t-shirt: tshirt shirt kurta कपड़े | jar: pickle achar अचार
sun: suraj sooraj surya सूरज सूर्य | full-moon: moon moonlight चाँद चांद | glowing-star: star stars taare तारे तारा | cloud: clouds badal बादल | cloud-with-rain: rain monsoon baarish barish rainy बारिश बरसात | snowflake: snow baraf बर्फ | rainbow: इंद्रधनुष | snow-capped-mountain: mountain mountains hill hills himalaya himalayas pahad ladakh manali पहाड़ हिमालय
`;

/** Backgrounds and their words; `~` marks backgrounds beyond water. */
const places = `
~ palm-tree desert-island palm-tree sailboat: sea ocean beach goa coast wave waves samundar kinare समुद्र समंदर तट
~ palm-tree hindu-temple canoe deciduous-tree: river lake ganga ghat ghats backwaters kerala pond nadi jheel varanasi banaras नदी झील गंगा
deciduous-tree evergreen-tree palm-tree deciduous-tree evergreen-tree: jungle forest wood woods park garden gardens estate bagicha nature जंगल वन बाग बगीचा
office-building department-store office-building classical-building: city skyline mumbai delhi bengaluru bangalore kolkata chennai hyderabad pune street streets downtown urban traffic office shahar sheher शहर मुंबई दिल्ली सड़क
mountain snow-capped-mountain evergreen-tree snow-capped-mountain: mountain mountains hill hills himalaya himalayas ladakh manali shimla peak snow pahad पहाड़ हिमालय
hut house palm-tree houses hut house-with-garden: village farm field fields gaon khet rooftop rooftops terrace terraces jaipur rajasthan desert गाँव गांव खेत छत
`;

/** Subjects that are drawn beside another one rather than alone. */
const companions =
  /^(basket|umbrella.*|shopping-bags|sun|full-moon|glowing-star|cloud.*|snowflake|rainbow|snow-capped-mountain|fire|window|chair|door|hut|house-with-garden|.*-store|castle|deciduous-tree|artist-palette|camera|party-popper)$/;

/** Emblems whose names usually mean something else. */
const misleading =
  /^(fly|pick|mate|label|link|information|up|free|cool|new|top|back|on|soon|end|hole|person|seat|watch|light|ok|id|sos|fog|gear|knot|thread|judge|plus|minus|copyright|minute|eye|mouth|foot|divide|train|sunrise|sunset|cityscape|foggy)$/;

/** Maps each word of an entry's second part to its first part. */
function parse(table: string, between: RegExp): Map<string, string> {
  const entries = table.split(between).map((entry) => entry.trim().split(/ ?: /));
  return new Map(
    entries.flatMap(([name = '', words = '']) => words.split(' ').map((word) => [word, name])),
  );
}
/** @internal exported for its test */
export const emblemsByWord = parse(vocabulary.trim(), /\||\n/);
const placesByWord = parse(places.trim(), /\n/);

/** Hues in degrees. */
const tints = parse(
  '0: red lal laal लाल|28: orange narangi kesari नारंगी केसरिया|48: yellow golden peela peeli पीला पीली पीले|125: green hara hari हरा हरी हरे|215: blue neela neeli नीला नीली नीले|275: purple violet baingani बैंगनी|335: pink gulabi गुलाबी|white: white safed सफेद सफ़ेद|black: black kala kaala kali kaale काला काली काले',
  /\|/,
);
const counts = parse('2: two दो|3: three तीन|4: four चार|5: five पाँच', /\|/);

/** A plural's ending, and the singular's. */
const endings: [RegExp, string][] = [
  [/ies$/, 'y'],
  [/es$/, ''],
  [/s$/, ''],
  [/e$/, 'a'],
  [/(ों|ें|ओं)$/u, ''],
  [/ि?(याँ|यां|यों)$/u, 'ी'],
  [/े$/u, 'ा'],
];

/** `tint` is a hue in degrees, white or black. */
export type Figure = { emblem: string; count: number; tint: string | null };
export type Subject = {
  title: string;
  hero: Figure | null;
  others: Figure[];
  scenery: { row: string[]; water: boolean } | null;
  weather: 'rain' | 'snow' | null;
};

/** The words unchanged, then in the singular. */
function findByWords(words: string): { emblem: string; count: number } | null {
  const singulars = endings
    .filter(([end]) => end.test(words))
    .map(([end, singular]) => words.replace(end, singular));
  for (const name of [words, ...singulars]) {
    const known = emblemsByWord.get(name) ?? (misleading.test(name) ? null : name);
    const emblem = known && findEmblem(known);
    if (emblem) return { emblem, count: name === words ? 1 : 3 };
  }
  return null;
}

const tokenSyntax =
  /\p{Extended_Pictographic}(\u200d\p{Extended_Pictographic}|[\p{Mn}\p{Emoji_Modifier}])*|[\p{L}\p{M}-]+/gu;

/** The longest name that begins here; names have at most three words. */
function findAt(tokens: string[], at: number) {
  for (const length of [3, 2, 1]) {
    const words = tokens.slice(at, at + length);
    const character = findEmblemByCharacter(words.join(' '));
    const found = character ? { emblem: character, count: 1 } : findByWords(words.join('-'));
    if (found) return { ...found, length };
  }
  return null;
}

/** Each emblem once, in the order of the text. */
function findFigures(tokens: string[]): Figure[] {
  const figures = new Map<string, Figure>();
  for (let at = 0; at < tokens.length;) {
    const found = findAt(tokens, at);
    const [word, next] = [tokens[at]!, tokens[at + 1]];
    // "An orange umbrella" is not a fruit.
    const isColour = found?.length === 1 && tints.has(word) && next && !connecting.test(next);
    if (found && !isColour && !figures.has(found.emblem)) {
      const before = tokens.slice(Math.max(0, at - 2), at);
      const count = Number(before.map((each) => counts.get(each)).find(Boolean) ?? found.count);
      const tint = tints.get(before.at(-1) ?? '') ?? null;
      figures.set(found.emblem, { emblem: found.emblem, count, tint });
    }
    at += found?.length ?? 1;
  }
  return [...figures.values()];
}

const fillers = [
  /^(please |kripya |कृपया )?((can you )?(create|make|generate|draw|paint|design|show|give|i want|render) (me )?)?/i,
  /^(((a|an|the|one|my) )?([\w-]+ )?(photo(graph)?|picture|image|drawing|painting|illustration|poster|sketch|close-?up|shot|view|scene) (of|about|showing) )?/i,
  /^(a|an|the|some|one|ek|एक) /i,
  / (ki|ka|ke|की|का|के) (ek )?(photo|tasve?er|tasvir|picture|image|poster|drawing|तस्वीर|फोटो|फ़ोटो|चित्र|पोस्टर)( .*)?$/i,
  / (banao|banaiye|bana do|dikhao|chahiye|बनाओ|बनाइए|बना दो|बनाएं|दिखाओ|चाहिए)$/i,
];
const connecting =
  /^(a|an|the|in|on|at|of|with|and|or|to|for|over|under|by|from|near|into|is|are|that|which|his|her|its|ki|ka|ke|mein|me|par|aur|se|ko|की|का|के|में|पर|और|से|को|एक)$/i;
const readable = /^[\p{Script=Latin}\p{Script=Devanagari}\p{N}\p{M}'’&-]+$/u;

const maxTitleLength = 36;

/** The first clause without words that only request a picture, as a poster's title. */
function findTitle(text: string): string {
  const clauses = text.split(/[,.;:!?।\n|()[\]"“”]+|\s[-–—]\s/).map((clause) => clause.trim());
  const clause = clauses.find((part) => /\p{L}/u.test(part)) ?? '';
  const bare = fillers.reduce((rest, filler) => rest.replace(filler, ''), clause).trim() || clause;
  const words = bare.split(/\s+/).filter((word) => readable.test(word));
  while (words.length > 1 && words.join(' ').length > maxTitleLength) words.pop();
  while (words.length > 1 && connecting.test(words.at(-1)!)) words.pop();
  const title = words.join(' ').slice(0, maxTitleLength);
  return title.charAt(0).toUpperCase() + title.slice(1);
}

const instructions = /\b(style|colors|composition):[^.]*\.|render the same image.*/gis;
const raining = /\b(rain|rainy|monsoon|storm|ba+rish)\b|बारिश|बरसात|मानसून/i;
const snowing = /\b(snow|snowy|snowfall|winter|bara?f)\b|बर्फ/i;
const weather = /rain$|snow|moon|star/;
const anything = { emblem: 'artist-palette', count: 1, tint: null };

export function findSubject(prompt: string): Subject {
  const text = prompt.replace(instructions, '');
  const title = findTitle(text);
  const tokens = text.toLowerCase().match(tokenSyntax) ?? [];
  const figures = findFigures(tokens);
  const place = tokens.map((token) => placesByWord.get(token)).find(Boolean);
  const scenery = place
    ? { row: place.replace('~ ', '').split(' '), water: place.startsWith('~') }
    : null;
  const hero = figures.find(({ emblem }) => !companions.test(emblem)) ?? figures[0];
  return {
    title,
    hero: hero ?? (title || scenery ? null : anything),
    // Weather is painted, and needs no emblem beside another one.
    others: figures.filter((each) => each !== hero && !weather.test(each.emblem)).slice(0, 3),
    scenery,
    weather: raining.test(text) ? 'rain' : snowing.test(text) ? 'snow' : null,
  };
}
