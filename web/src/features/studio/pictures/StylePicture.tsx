import { useId, type ReactNode } from 'react';
import type { Composition, Style } from './image-prompt';

/** Draws an icon for each style: the same sun over the same hill. */
export function StylePicture({ style }: { style: Style }) {
  const id = useId();
  return (
    <svg aria-hidden viewBox="0 0 28 28" className="size-7 shrink-0 rounded-md">
      {drawStyle[style](id)}
    </svg>
  );
}

const drawStyle: Record<Style, (id: string) => ReactNode> = {
  Photorealistic: (id) => (
    <>
      <defs>
        <linearGradient id={`${id}sky`} x2="0" y2="1">
          <stop stopColor="#4a78a8" />
          <stop offset=".75" stopColor="#f3b57f" />
        </linearGradient>
        <radialGradient id={`${id}glow`}>
          <stop stopColor="#fff7df" />
          <stop offset=".35" stopColor="#ffe0a0" stopOpacity=".9" />
          <stop offset="1" stopColor="#ffd28a" stopOpacity="0" />
        </radialGradient>
        <linearGradient id={`${id}hill`} x2="0" y2="1">
          <stop stopColor="#5d6b52" />
          <stop offset="1" stopColor="#1f2a21" />
        </linearGradient>
      </defs>
      <path fill={`url(#${id}sky)`} d="M0 0h28v28H0z" />
      <circle cx="18" cy="12" r="9" fill={`url(#${id}glow)`} />
      <path fill="#8d8f86" fillOpacity=".7" d="M0 19q6-5 12-2t16-3v14H0z" />
      <path fill={`url(#${id}hill)`} d="M0 22q9-6 16-2t12-1v9H0z" />
    </>
  ),
  Cartoon: () => (
    <>
      <path fill="#8fdcff" d="M0 0h28v28H0z" />
      <g stroke="#1c1209" strokeWidth="1.8" strokeLinejoin="round">
        <circle cx="18" cy="10" r="5.5" fill="#ffd23f" />
        <path fill="#58c04d" d="M-2 23q9-9 16-3t16-3v14H-2z" />
      </g>
    </>
  ),
  Watercolor: (id) => (
    <>
      <defs>
        <filter id={`${id}wet`}>
          <feGaussianBlur stdDeviation=".9" />
        </filter>
      </defs>
      <path fill="#fbf6ea" d="M0 0h28v28H0z" />
      <g filter={`url(#${id}wet)`}>
        <path fill="#a9cfe4" fillOpacity=".7" d="M0 2q14-3 28 2v8Q12 17 0 12z" />
        <circle cx="18" cy="11" r="5" fill="#f3a55b" fillOpacity=".75" />
        <circle cx="17" cy="12" r="3.2" fill="#e4703f" fillOpacity=".4" />
        <path fill="#7fa77a" fillOpacity=".7" d="M0 21q8-6 15-2t13-2v9q-16 2-28 1z" />
        <path fill="#4f8064" fillOpacity=".45" d="M2 24q9-4 14-1t11-1v4q-14 2-25 1z" />
      </g>
    </>
  ),
  '3D Render': (id) => (
    <>
      <defs>
        <radialGradient id={`${id}ball`} cx=".35" cy=".3">
          <stop stopColor="#fff4d8" />
          <stop offset=".45" stopColor="#f7a823" />
          <stop offset="1" stopColor="#9a4d06" />
        </radialGradient>
        <linearGradient id={`${id}room`} x2="0" y2="1">
          <stop stopColor="#cfd7f5" />
          <stop offset="1" stopColor="#8f9bd0" />
        </linearGradient>
      </defs>
      <path fill={`url(#${id}room)`} d="M0 0h28v28H0z" />
      <ellipse cx="16" cy="22.5" rx="8" ry="2.2" fill="#1d2350" fillOpacity=".35" />
      <circle cx="14" cy="14" r="8" fill={`url(#${id}ball)`} />
    </>
  ),
  Abstract: () => (
    <>
      <path fill="#f4ead6" d="M0 0h28v28H0z" />
      <circle cx="18" cy="11" r="7" fill="#e4342b" fillOpacity=".9" />
      <path fill="#1f6fd6" fillOpacity=".85" d="M0 28 11 9l11 19z" />
      <path fill="#f7a823" d="M15 17h13v4H15z" />
      <path stroke="#1c1209" strokeWidth="1.4" d="m2 4 24 20" />
    </>
  ),
  'Pixel Art': () => (
    <g shapeRendering="crispEdges">
      <path fill="#6fb7ff" d="M0 0h28v28H0z" />
      <path fill="#ffd23f" d="M16 4h8v4h4v8h-4v4h-8v-4h-4V8h4z" />
      <path fill="#3e8f45" d="M0 20h8v-4h8v4h12v8H0z" />
      <path fill="#2a6a34" d="M0 24h12v4H0zm20 0h8v4h-8z" />
    </g>
  ),
};

/** A line icon for each composition. */
export function CompositionPicture({ composition }: { composition: Composition }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 28 28"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-7 shrink-0"
    >
      <rect x="3" y="3" width="22" height="22" rx="3" opacity=".45" />
      {drawComposition[composition]}
    </svg>
  );
}

const drawComposition: Record<Composition, ReactNode> = {
  'Close-up': (
    <>
      <path d="M5.5 24C4 12 9 6 14 6s10 6 8.5 18" />
      <path d="M10.5 14v.01M17.5 14v.01M11 19q3 2 6 0" />
    </>
  ),
  'Wide Shot': (
    <>
      <path d="M5 19h18M5 16q5-5 9-1 4-4 9 0" opacity=".7" />
      <path d="M14 16.5v.01M14 18v3" />
    </>
  ),
  Portrait: (
    <>
      <circle cx="14" cy="11" r="3.5" />
      <path d="M7.5 24q0-7 6.5-7t6.5 7" />
    </>
  ),
  Landscape: (
    <>
      <path d="m4 21 6-8 5 6 3-3.5 6 5.5" />
      <circle cx="19" cy="9" r="2" />
    </>
  ),
  'Top-down view': (
    <>
      <circle cx="14" cy="14" r="6" />
      <circle cx="14" cy="14" r="2.5" opacity=".7" />
      <path d="M5.5 8v12M22.5 8v12" />
    </>
  ),
};
