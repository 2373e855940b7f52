import type { ReactNode } from 'react';
import type { Occasion } from './dates';

/** A small original drawing for each occasion. The text beside it names the occasion. */
export function OccasionPicture({
  occasion,
  className,
}: {
  occasion: Occasion;
  className: string;
}) {
  return (
    <svg aria-hidden viewBox="0 0 28 28" className={className}>
      {drawings[occasion]}
    </svg>
  );
}

const ground = (fill: string) => <path fill={fill} d="M0 0h28v28H0z" />;

/** A lit diya with its bowl at `x`, `y`. */
const diya = (x: number, y: number, scale = 1) => (
  <g transform={`translate(${x} ${y}) scale(${scale})`}>
    <path fill="#ffd75e" d="M0-8q4 4 0 8q-4-4 0-8" />
    <path fill="#fff6cf" d="M0-4.5q1.6 2 0 4q-1.6-2 0-4" />
    <path fill="#c8622d" d="M-7 0h14q-1 6-7 6t-7-6" />
    <path fill="#8d3d18" d="M-7 0h14l-.6 1.6H-6.4z" />
  </g>
);

const crescent = (x: number, y: number, size: number, fill = '#ffe9a8') => (
  <path
    fill={fill}
    d={`M${x} ${y - size}a${size} ${size} 0 1 0 ${size} ${size}a${size * 0.8} ${size * 0.8} 0 0 1-${size}-${size}`}
  />
);

const kite = (x: number, y: number, size: number, left: string, right: string) => (
  <>
    <path fill={left} d={`M${x} ${y - size}v${2 * size}l-${size}-${size}z`} />
    <path fill={right} d={`M${x} ${y - size}v${2 * size}l${size}-${size}z`} />
  </>
);

const flower = (x: number, y: number, petals: string, middle: string, radius = 2.2) => (
  <>
    {[0, 72, 144, 216, 288].map((turn) => (
      <circle
        key={turn}
        cx={x}
        cy={y - radius * 1.25}
        r={radius}
        fill={petals}
        transform={`rotate(${turn} ${x} ${y})`}
      />
    ))}
    <circle cx={x} cy={y} r={radius * 0.8} fill={middle} />
  </>
);

const tricolor = (y: number, height: number) => (
  <>
    <path fill="#ff9933" d={`M0 ${y}h28v${height}H0z`} />
    <path fill="#fffdf6" d={`M0 ${y + height}h28v${height}H0z`} />
    <path fill="#138808" d={`M0 ${y + 2 * height}h28v${height}H0z`} />
  </>
);

const drawings: Record<Occasion, ReactNode> = {
  newYear: (
    <>
      {ground('#1b2140')}
      <g stroke="#ffd75e" strokeWidth="1.4" strokeLinecap="round">
        <path d="M14 5v5M14 14v5M7 12h5M16 12h5M9 7l3.4 3.4M15.6 13.6L19 17M19 7l-3.4 3.4M12.4 13.6L9 17" />
      </g>
      <circle cx="22" cy="6" r="1.2" fill="#ff8a65" />
      <circle cx="5" cy="20" r="1.2" fill="#7fd6ff" />
      <path fill="#323b66" d="M0 28v-5h4v-2h4v4h5v-6h4v5h5v-3h6v7z" />
    </>
  ),
  lohri: (
    <>
      {ground('#2a2038')}
      <path fill="#ff7a2f" d="M14 5q8 7 5 14H9q-3-6 1-9q0 3 2 3q3-3 2-8" />
      <path fill="#ffd75e" d="M14 12q4 4 2 8h-5q-1-4 3-8" />
      <path stroke="#8d5a35" strokeWidth="2.6" strokeLinecap="round" d="M6 23l16-4M6 19l16 4" />
    </>
  ),
  sankranti: (
    <>
      {ground('#9bdcff')}
      <path stroke="#54718a" strokeWidth=".7" fill="none" d="M11 14q4 6 9 12M21 11q2 8 0 15" />
      {kite(10, 9, 6, '#e4342b', '#ffb020')}
      {kite(21, 8, 3.5, '#7a3fb8', '#23a26b')}
    </>
  ),
  pongal: (
    <>
      {ground('#ffe7b3')}
      <path stroke="#3f8f4b" strokeWidth="2" d="M4 26V6M24 26V6" />
      <path fill="#fffdf6" d="M8 12q6-5 12 0v2H8z" />
      <path fill="#b5532a" d="M8 13h12q3 11-6 12q-9-1-6-12" />
      <path stroke="#fffdf6" strokeWidth="1.2" fill="none" d="M8 18l2 2 2-2 2 2 2-2 2 2 2-2" />
    </>
  ),
  republicDay: (
    <>
      {tricolor(0, 9.34)}
      <circle cx="14" cy="14" r="3.4" fill="none" stroke="#1a3c8f" strokeWidth="1" />
      <path
        stroke="#1a3c8f"
        strokeWidth=".6"
        d="M14 10.6v6.8M10.6 14h6.8M11.6 11.6l4.8 4.8M16.4 11.6l-4.8 4.8"
      />
    </>
  ),
  valentines: (
    <>
      {ground('#ffd9df')}
      <path fill="#d81e4a" d="M14 23C3 15 5 6 10 6q3 0 4 3q1-3 4-3c5 0 7 9-4 17" />
      <path fill="#ff8fa6" d="M9 9q-2 1-1.5 4q.5-2.5 2.5-3z" />
    </>
  ),
  holi: (
    <>
      {ground('#fff7ea')}
      <circle cx="9" cy="10" r="6.5" fill="#ff3d8b" opacity=".85" />
      <circle cx="19" cy="9" r="6" fill="#ffc400" opacity=".85" />
      <circle cx="11" cy="19" r="6" fill="#1fb36b" opacity=".85" />
      <circle cx="20" cy="18" r="6" fill="#3c8bff" opacity=".85" />
    </>
  ),
  gudiPadwa: (
    <>
      {ground('#bfe6ff')}
      <path stroke="#8d5a35" strokeWidth="1.6" d="M14 9v19" />
      <path fill="#d9a441" d="M11 4h6l-1.5 5h-3z" />
      <path fill="#e4342b" d="M9 9h10l2 9q-7 3-14 0z" />
      <path fill="#ffc400" d="M7.5 16h13l.5 2q-7 3-14 0z" />
      <path fill="#2f9e4f" d="M9 9q-5 2-4 7q4-2 4-7M19 9q5 2 4 7q-4-2-4-7" />
    </>
  ),
  eid: (
    <>
      {ground('#123a45')}
      {crescent(18, 8, 5)}
      <path fill="#2f7d6b" d="M4 28v-7q0-4 5-7q5 3 5 7v7z" />
      <path fill="#1f5f54" d="M14 28V17h3v11zM15.5 13l1.5 4h-3z" />
      <path fill="#ffd75e" d="M8 28v-4q1-2 2 0v4zM23 16v3M22 19h2l.6 5h-3.2z" />
    </>
  ),
  baisakhi: (
    <>
      {ground('#ffd166')}
      <g fill="#a8741a">
        <path d="M13.4 10h1.2v18h-1.2z" />
        <path d="M14 3q2 3 0 5q-2-2 0-5M14 9q-4 0-4.5-4q4 .5 4.5 4M14 9q4 0 4.5-4q-4 .5-4.5 4M14 14q-5 0-5.5-4q5 .5 5.5 4M14 14q5 0 5.5-4q-5 .5-5.5 4M14 19q-5 0-5.5-4q5 .5 5.5 4M14 19q5 0 5.5-4q-5 .5-5.5 4" />
      </g>
    </>
  ),
  akshayaTritiya: (
    <>
      {ground('#a51d3a')}
      <circle cx="10" cy="18" r="6" fill="#ffcf4a" />
      <circle cx="10" cy="18" r="3.8" fill="none" stroke="#b8860b" />
      <circle cx="19" cy="12" r="5" fill="#ffe08a" />
      <circle cx="19" cy="12" r="3" fill="none" stroke="#b8860b" />
      <path fill="#fff6cf" d="M9 4l.8 2.2L12 7l-2.2.8L9 10l-.8-2.2L6 7l2.2-.8z" />
    </>
  ),
  mothersDay: (
    <>
      {ground('#e7dcff')}
      <path stroke="#3f8f4b" strokeWidth="1.4" fill="none" d="M9 12l5 14 5-14M14 11v15" />
      {flower(9, 10, '#ff8fb3', '#ffd75e')}
      {flower(19, 10, '#fffdf6', '#ffb020')}
      {flower(14, 7, '#d64b8a', '#ffd75e')}
    </>
  ),
  bakrid: (
    <>
      {ground('#bfe3d6')}
      {crescent(21, 7, 3.6, '#fffdf6')}
      <path fill="#fffdf6" d="M5 28v-8q0-6 7-9q7 3 7 9v8z" />
      <path fill="#d9a441" d="M11.4 6h1.2v5h-1.2z" />
      <path fill="#2f7d6b" d="M10 28v-5q2-4 4 0v5zM22 28V15l1.5-3 1.5 3v13z" />
    </>
  ),
  independenceDay: (
    <>
      {ground('#a9dcff')}
      <path fill="#c2703d" d="M0 28v-6h3v2h3v-2h3v2h3v-2h4v2h3v-2h3v2h3v-2h3v6z" />
      <path fill="#ff9933" d="M8 4h14v4.2H8z" />
      <path fill="#fffdf6" d="M8 8.2h14v4.2H8z" />
      <path fill="#138808" d="M8 12.4h14v4.2H8z" />
      <circle cx="15" cy="10.3" r="1.5" fill="none" stroke="#1a3c8f" strokeWidth=".7" />
      <path fill="#6b4a2f" d="M6.6 3h1.4v20H6.6z" />
    </>
  ),
  onam: (
    <>
      {ground('#fff3d6')}
      <circle cx="14" cy="14" r="12" fill="#2f9e4f" />
      <circle cx="14" cy="14" r="9.8" fill="#ffc400" />
      <circle cx="14" cy="14" r="7.4" fill="#fffdf6" />
      <circle cx="14" cy="14" r="5.2" fill="#e4342b" />
      {flower(14, 14, '#ff9f1c', '#7a1f3d', 1.7)}
    </>
  ),
  rakhi: (
    <>
      {ground('#ffe3c2')}
      <path stroke="#c21f3a" strokeWidth="2" fill="none" d="M0 17q7-6 14-3t14-3" />
      {flower(14, 14, '#ffb020', '#c21f3a', 3.2)}
      <circle cx="14" cy="14" r="1.2" fill="#fffdf6" />
    </>
  ),
  janmashtami: (
    <>
      {ground('#cfe3ff')}
      <path fill="#b5532a" d="M8 15h12q3 9-6 10q-9-1-6-10" />
      <path fill="#fffdf6" d="M8 15q0-3 3-2q1-3 4-1.5q4-1 5 3.5q-6 3-12 0" />
      <path stroke="#d9a441" strokeWidth="2.2" strokeLinecap="round" d="M3 11L25 5" />
      <path fill="#1f8a70" d="M21 1q5 1 4 6q-5-1-4-6" />
      <circle cx="23" cy="4" r="1.3" fill="#23409a" />
    </>
  ),
  ganesh: (
    <>
      {ground('#ffd9a8')}
      <path fill="#e98a4b" d="M5 10q-3 6 2 9q3-2 3-6zM23 10q3 6-2 9q-3-2-3-6z" />
      <path fill="#f0a060" d="M14 5q7 0 7 8q0 5-3 7h-2q2 3-1 6q-5 0-5-5q-3-2-3-8q0-8 7-8" />
      <path fill="#e4342b" d="M13.3 6h1.4v5h-1.4z" />
      <path fill="#d9a441" d="M8 6l3-4 3 2 3-2 3 4z" />
      <circle cx="11" cy="13" r="1" fill="#3b2314" />
      <circle cx="17" cy="13" r="1" fill="#3b2314" />
    </>
  ),
  navratri: (
    <>
      {ground('#5b1a6b')}
      <path stroke="#ffc400" strokeWidth="2.6" strokeLinecap="round" d="M6 23L20 5" />
      <path stroke="#ff5d8f" strokeWidth="2.6" strokeLinecap="round" d="M22 23L8 5" />
      <path
        stroke="#fffdf6"
        strokeWidth="2.6"
        d="M8 20.4l1-1.3M12 15.3l1-1.3M16.5 9.5l1-1.3M20 20.4l-1-1.3M11.5 9.5l-1-1.3"
      />
    </>
  ),
  durgaPuja: (
    <>
      {ground('#ffe9e2')}
      <path fill="#c21f3a" d="M4 12q10-9 20 0v3H4z" />
      <ellipse cx="14" cy="14" rx="10" ry="3" fill="#fffdf6" />
      <path fill="#b5532a" d="M4 14q10 6 20 0l-2 9q-8 5-16 0z" />
      <path stroke="#fffdf6" fill="none" d="M5 17l4 7 5-8 5 8 4-7" />
    </>
  ),
  dussehra: (
    <>
      {ground('#ff9a56')}
      <path stroke="#7a3b12" strokeWidth="2" fill="none" d="M9 3q13 11 0 22" />
      <path stroke="#fff6cf" strokeWidth=".8" d="M9 3v22" />
      <path stroke="#5a1f1f" strokeWidth="1.6" d="M4 14h18" />
      <path fill="#5a1f1f" d="M21 11l5 3-5 3z" />
    </>
  ),
  karwaChauth: (
    <>
      {ground('#2b2352')}
      <circle cx="14" cy="10" r="7" fill="#fff1b8" />
      <circle cx="14" cy="17" r="8" fill="none" stroke="#d9a441" strokeWidth="2" />
      <path stroke="#d9a441" strokeWidth=".6" d="M6 15h16M6 19h16M10 10v14M14 9v16M18 10v14" />
    </>
  ),
  dhanteras: (
    <>
      {ground('#5a1f3d')}
      <path fill="#d9a441" d="M8 12h12q4 8-2 13h-8q-6-5-2-13" />
      <path fill="#b8860b" d="M9 9h10l1 3H8z" />
      <circle cx="11" cy="8" r="2.6" fill="#ffcf4a" />
      <circle cx="16" cy="7" r="2.6" fill="#ffe08a" />
      <circle cx="19" cy="8.5" r="2.2" fill="#ffcf4a" />
    </>
  ),
  diwali: (
    <>
      {ground('#231a4a')}
      <circle cx="14" cy="13" r="8" fill="#ffb020" opacity=".25" />
      {diya(14, 17, 1.2)}
      <circle cx="5" cy="6" r=".9" fill="#ffd75e" />
      <circle cx="23" cy="8" r=".9" fill="#ffd75e" />
    </>
  ),
  chhath: (
    <>
      {ground('#ffb067')}
      <circle cx="14" cy="11" r="6" fill="#fff1b8" />
      <path fill="#3d6fa3" d="M0 15h28v13H0z" />
      <path stroke="#ffd9a0" strokeWidth="1.2" d="M9 18h10M11 21h6M12.5 24h3" />
    </>
  ),
  gurpurab: (
    <>
      {ground('#1d2b52')}
      <path fill="#ffcf4a" d="M14 4q5 4 5 8H9q0-4 5-8" />
      <path fill="#ffe08a" d="M6 12h16v10H6z" />
      <path fill="#1d2b52" d="M9 22v-5q1.5-2 3 0v5zM16 22v-5q1.5-2 3 0v5z" />
      <path fill="#3d6fa3" d="M0 22h28v6H0z" />
      <path stroke="#ffe08a" strokeWidth="1" d="M8 24.5h12M11 26.5h6" />
    </>
  ),
  christmas: (
    <>
      {ground('#dff0ff')}
      <path fill="#1f7a4a" d="M14 4l6 8h-3l5 6h-3l4 5H4l4-5H6l5-6H8z" />
      <path fill="#7a4a2a" d="M12.5 23h3v3h-3z" />
      <path
        fill="#ffcf4a"
        d="M14 1l1 2.3 2.5.2-1.9 1.7.6 2.4L14 6.3l-2.2 1.3.6-2.4-1.9-1.7 2.5-.2z"
      />
      <circle cx="11.5" cy="14" r="1.2" fill="#e4342b" />
      <circle cx="16" cy="18" r="1.2" fill="#ffb020" />
      <circle cx="10.5" cy="20.5" r="1.2" fill="#ff8fb3" />
    </>
  ),
  newStock: (
    <>
      {ground('#e9f3e1')}
      <path stroke="#7a4a2a" strokeWidth="1.6" d="M3 6h22" />
      <path fill="#c2506b" d="M6 7h5l1 16H5z" />
      <path fill="#3d8f8a" d="M12 7h5l1 16h-7z" />
      <path fill="#e0a23b" d="M18 7h4l1 16h-5z" />
    </>
  ),
  saleEnds: (
    <>
      {ground('#ffe1dc')}
      <path fill="#d8382b" d="M13 4h10a1.5 1.5 0 0 1 1.5 1.5v10L13.5 25 4 15.5z" />
      <circle cx="20" cy="8.5" r="1.9" fill="#ffe1dc" />
      <path stroke="#fffdf6" strokeWidth="1.5" d="M10.5 19l7-7" />
      <circle cx="11" cy="14.5" r="1.5" fill="#fffdf6" />
      <circle cx="17" cy="16.5" r="1.5" fill="#fffdf6" />
    </>
  ),
  wedding: (
    <>
      {ground('#8f1734')}
      <circle cx="11" cy="16" r="6" fill="none" stroke="#ffcf4a" strokeWidth="2.2" />
      <circle cx="18" cy="16" r="6" fill="none" stroke="#ffe08a" strokeWidth="2.2" />
      {flower(14.5, 6.5, '#ff9f1c', '#c2410c', 1.7)}
    </>
  ),
  menu: (
    <>
      {ground('#f5e3c8')}
      <path stroke="#b08a5b" strokeWidth="1.2" fill="none" d="M10 4q-2 2 0 4M15 4q-2 2 0 4" />
      <path fill="#b5532a" d="M5 11h15l-2 13H7z" />
      <path fill="#d98a4a" d="M5 11h15l-.4 2.5H5.4z" />
      <path stroke="#b5532a" strokeWidth="2" fill="none" d="M19.5 14q5 0 3.5 4t-5 3" />
    </>
  ),
  anniversary: (
    <>
      {ground('#dfe8ff')}
      <path fill="#f7b3c4" d="M5 15h18v9H5z" />
      <path fill="#fffdf6" d="M5 15q2 4 4.5 0q2.2 4 4.5 0q2.2 4 4.5 0q2.5 4 4.5 0v-2H5z" />
      <path stroke="#3d6fa3" strokeWidth="1.6" d="M10 13V8M14 13V8M18 13V8" />
      <path
        fill="#ffb020"
        d="M10 4q1.8 2 0 3.5q-1.8-1.5 0-3.5M14 4q1.8 2 0 3.5q-1.8-1.5 0-3.5M18 4q1.8 2 0 3.5q-1.8-1.5 0-3.5"
      />
    </>
  ),
  shopOpening: (
    <>
      {ground('#d7f0e4')}
      <path fill="#fffdf6" d="M5 12h18v14H5z" />
      <path fill="#e4342b" d="M3 6h22l1 6H2z" />
      <path fill="#fffdf6" d="M8 6h4l-.5 6h-4.5zM16 6h4l1 6h-4.5z" />
      <path fill="#7a4a2a" d="M11 16h6v10h-6z" />
      <path fill="#ffb020" d="M5 18h18v2H5z" />
    </>
  ),
};
