import { useEffect } from 'react';

/** `--visible-height`: what a phone's keyboard leaves of the window, so that the box stays above it. */
export function useVisibleHeight(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const viewport = window.visualViewport;
    if (!viewport) return;
    const measure = () => {
      // A page that is pinched larger shows less of itself, and is no smaller for that.
      if (viewport.scale === 1) style.setProperty('--visible-height', `${viewport.height}px`);
    };
    measure();
    viewport.addEventListener('resize', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      style.removeProperty('--visible-height');
    };
  }, []);
}
