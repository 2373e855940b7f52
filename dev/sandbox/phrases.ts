/** Phrases for the stand-ins' texts. `{topic}`, `{audience}` and `{vibe}` are filled in. */

export type SpokenLanguage = 'en' | 'hi' | 'hg';

type Phrases = {
  everyone: string;
  vibes: string[];
  openings: string[];
  goOn: string[];
  points: string[];
  /** Endings of an improved prompt. */
  settings: string[];
  closings: string[];
  seen: string[];
  captions: string[];
  hashtags: string[];
  /** The picture prompts of the ideas. */
  visuals: string[];
  /** The other parts of each idea, in the order of `visuals`. */
  titles: string[];
  briefs: string[];
};

const englishVisuals = [
  'A {vibe} morning scene about {topic}: soft window light, a wooden table, a cup of chai with steam, shallow depth of field',
  'Hands at work on {topic} in a small Indian market stall, lamps, spices, {vibe} colours, candid wide shot',
  'Three abstract paper shapes in bright colours, {vibe} mood, clean background, room for text, about {topic}',
  'A flower rangoli with glowing diyas seen from the top, {vibe} palette, celebrating {topic}',
  'A heritage palace by a lotus pond at sunset, {vibe} light, nostalgic feeling, inspired by {topic}',
  'Kites over a city of terraces, big clouds, {vibe} afternoon light, joy and movement, {topic}',
];

const english: Phrases = {
  everyone: 'people nearby',
  vibes: ['warm', 'playful', 'calm', 'festive'],
  openings: [
    'Here is a simple way to think about {topic}.',
    'Good question. With {topic}, a few small choices make most of the difference.',
    'Let us take {topic} one step at a time.',
  ],
  goOn: ['Building on that, for {topic}:', 'Sure, going a little deeper into {topic}:'],
  settings: [
    'soft evening light from one side',
    'a quiet, uncluttered background',
    'warm colours with one bright accent',
    'close enough to see the texture',
    'a calm, festive mood',
  ],
  points: [
    '**Start small.** Pick one part of {topic} you can finish today, and finish it.',
    '**Know who it is for.** Say in one sentence who will enjoy this and why they would come back.',
    '**Set a budget.** Decide the time and the rupees first; the rest gets easier.',
    '**Show, do not tell.** One honest photo or example does more than three adjectives.',
    '**Ask two people.** What confuses both of them is what to fix first.',
    '**Write down what worked.** Next week you will be glad you did.',
  ],
  closings: [
    'Want me to turn this into a plan for the week?',
    'Tell me your budget and I can make this more specific.',
    'If you share one detail more, I can tailor it for you.',
  ],
  seen: [
    'Nice picture: the light and the colours do a lot of the work.',
    'I had a look at your image.',
  ],
  captions: [
    'Some days need a plan. This one just needed {topic}. ✨ Tell us who you would share it with.',
    'Little things, done with love: {topic}, good light, and no hurry at all. 🌿 Save this for a slow morning.',
    'Made for the ones who notice the details. {topic}, just the way we like it. 🧡 Tag your favourite person.',
    'Not a luxury, just a good habit: {topic}. ☀️ What would you add to this frame?',
  ],
  hashtags: [
    '#MadeInIndia',
    '#SmallJoys',
    '#DesiVibes',
    '#InstaDaily',
    '#SupportLocal',
    '#GoodMood',
    '#WeekendPlan',
  ],
  visuals: englishVisuals,
  titles: [
    'A morning with {topic}',
    'Behind the scenes: {topic}',
    '3 myths about {topic}',
    'Festive special: {topic}',
    '{topic}, then and now',
    'Take {topic} outdoors',
  ],
  briefs: [
    'Invite {audience} into your morning routine and ask for theirs.',
    'Show the effort nobody sees, and end with one thing you learnt.',
    'Bust three common myths for {audience}, one line each.',
    'Wish {audience} well and share a limited festive offer.',
    'Tell the story of how it began, with one old memory.',
    'Ask {audience} where they would take it this weekend.',
  ],
};

const hinglish: Phrases = {
  everyone: 'aas paas ke logon',
  vibes: ['cosy', 'masti bhara', 'sukoon wala', 'festive'],
  openings: [
    'Dekho, {topic} ko simple rakhte hain.',
    'Achha sawaal hai! {topic} mein chhoti chhoti cheezein hi farak laati hain.',
    'Chalo {topic} ko step by step dekhte hain.',
  ],
  goOn: ['Bilkul, {topic} pe thoda aur detail mein:', 'Haan, ab {topic} ka agla step:'],
  settings: [
    'ek taraf se shaam ki halki roshni',
    'peeche saaf, khaali background',
    'garam rang aur ek chamakta accent',
    'itna paas ki texture dikhe',
    'shaant, tyohaar wala mood',
  ],
  points: [
    '**Chhote se shuru karo.** {topic} ka ek hissa aaj hi khatam karo.',
    '**Kiske liye hai, ye socho.** Ek line mein likho ki log wapas kyun aayenge.',
    '**Budget pehle.** Time aur paisa tay kar lo, baaki aasaan ho jaata hai.',
    '**Dikhao, sirf bolo mat.** Ek sachchi photo teen adjectives se better hai.',
    '**Do logon se poochho.** Jo dono ko samajh na aaye, wahi pehle theek karo.',
  ],
  closings: [
    'Chaho toh iska hafte bhar ka plan bana doon?',
    'Budget bata do, main aur specific bata dunga.',
    'Ek detail aur do, phir tumhare hisaab se likhta hoon.',
  ],
  seen: ['Photo mast hai, light bahut achhi hai.', 'Maine tumhari image dekhi.'],
  captions: [
    'Kuch din bas {topic} ke naam! ✨ Batao kiske saath share karoge?',
    'Thoda sukoon, thodi masti, aur {topic}. 🌿 Save kar lo agle Sunday ke liye.',
    'Details pe nazar rakhne walon ke liye: {topic}, dil se. 🧡 Apne favourite insaan ko tag karo.',
    '{topic} matlab seedha mood set! ☀️ Tum is frame mein kya add karoge?',
  ],
  hashtags: [
    '#DesiVibes',
    '#MoodSet',
    '#ApnaIndia',
    '#InstaDaily',
    '#VocalForLocal',
    '#Sukoon',
    '#WeekendScene',
  ],
  visuals: englishVisuals,
  titles: [
    'Subah wali {topic}',
    'Parde ke peeche: {topic}',
    '{topic} ke 3 myths',
    'Festive special: {topic}',
    '{topic}: tab aur ab',
    '{topic} ke saath bahar chalo',
  ],
  briefs: [
    '{audience} ko apni subah dikhao, unki poochho.',
    'Mehnat dikhao, end mein ek seekh batao.',
    'Teen myths, ek ek line mein todo.',
    '{audience} ko wish karo, chhota sa offer do.',
    'Shuruaat ki kahani, ek purani yaad ke saath.',
    '{audience} se poochho weekend pe kahan jaayenge.',
  ],
};

const hindi: Phrases = {
  everyone: 'आसपास के लोगों',
  vibes: ['सुकून भरा', 'ख़ुशनुमा', 'त्योहार जैसा'],
  openings: [
    'चलिए, {topic} को आसान तरीक़े से समझते हैं।',
    'अच्छा सवाल है। {topic} में छोटी-छोटी बातें ही फ़र्क़ लाती हैं।',
    '{topic} को एक-एक क़दम करके देखते हैं।',
  ],
  goOn: ['जी, {topic} पर थोड़ा और:', 'हाँ, अब {topic} का अगला क़दम:'],
  settings: [
    'एक ओर से शाम की हल्की रोशनी',
    'पीछे साफ़, ख़ाली जगह',
    'गर्म रंग और एक चमकता रंग',
    'इतना पास कि बनावट दिखे',
    'शांत, त्योहार जैसा भाव',
  ],
  points: [
    '**छोटे से शुरू कीजिए।** {topic} का एक हिस्सा आज ही पूरा कीजिए।',
    '**किसके लिए है, यह सोचिए।** एक वाक्य में लिखिए कि लोग दोबारा क्यों आएँगे।',
    '**पहले बजट।** समय और पैसे तय कर लीजिए, बाक़ी आसान हो जाता है।',
    '**दिखाइए, सिर्फ़ बताइए नहीं।** एक सच्ची तस्वीर बहुत कुछ कह देती है।',
    '**दो लोगों से पूछिए।** जो दोनों को समझ न आए, वही पहले ठीक कीजिए।',
  ],
  closings: [
    'कहें तो पूरे हफ़्ते की योजना बना दूँ?',
    'अपना बजट बताइए, मैं और ठीक से बता पाऊँगा।',
    'एक बात और बताइए, तो आपके हिसाब से लिख दूँ।',
  ],
  seen: ['तस्वीर सुंदर है, रोशनी बहुत अच्छी है।', 'मैंने आपकी तस्वीर देखी।'],
  captions: [
    'कुछ दिन बस {topic} के नाम। ✨ बताइए, किसके साथ बाँटेंगे?',
    'थोड़ा सुकून, थोड़ी मस्ती और {topic}। 🌿 अगले इतवार के लिए सहेज लीजिए।',
    'छोटी-छोटी बातों के शौक़ीनों के लिए: {topic}, दिल से। 🧡 अपने प्रिय को टैग कीजिए।',
    '{topic} यानी दिन बन गया। ☀️ आप इस तस्वीर में क्या जोड़ेंगे?',
  ],
  hashtags: ['#अपनाभारत', '#सुकून', '#देसीअंदाज़', '#छोटीखुशियाँ', '#आजकादिन', '#वोकलफॉरलोकल'],
  visuals: [
    'सुबह का {vibe} माहौल, {topic}: खिड़की से हल्की रोशनी, लकड़ी की मेज़, भाप उठती चाय का कप',
    'छोटे बाज़ार की दुकान में काम करते हाथ, {topic}: दीये, मसाले, {vibe} माहौल',
    'चटख रंगों में काग़ज़ की तीन आकृतियाँ, {vibe} माहौल, सादा बैकग्राउंड, लिखने की जगह, {topic}',
    'ऊपर से दिखती फूलों की रंगोली और जलते दीये, {vibe} माहौल, {topic}',
    'सूर्यास्त में कमल के तालाब के किनारे पुराना महल, {vibe} माहौल, {topic}',
    'छतों वाले शहर के ऊपर पतंगें, बड़े बादल, दोपहर की रोशनी, {vibe} माहौल, {topic}',
  ],
  titles: [
    '{topic} वाली सुबह',
    'पर्दे के पीछे: {topic}',
    '{topic} के 3 भ्रम',
    'त्योहार विशेष: {topic}',
    '{topic}: तब और अब',
    '{topic} के साथ बाहर चलें',
  ],
  briefs: [
    '{audience} को अपनी सुबह दिखाइए, उनकी पूछिए।',
    'मेहनत दिखाइए, अंत में एक सीख बताइए।',
    'तीन भ्रम, एक-एक पंक्ति में तोड़िए।',
    '{audience} को शुभकामना और एक छोटा ऑफ़र दीजिए।',
    'शुरुआत की कहानी, एक पुरानी याद के साथ।',
    '{audience} से पूछिए, छुट्टी में कहाँ जाएँगे।',
  ],
};

export const phrases: Record<SpokenLanguage, Phrases> = { en: english, hi: hindi, hg: hinglish };
