import { useEffect, useRef, useState, type RefObject } from 'react';

/** How far from the end still counts as there, pixels. */
const nearEnd = 32;

/**
 * Keeps the end in view while the content grows, until the reader scrolls up; `toEnd` holds on
 * again.
 */
export function useStickToEnd(): {
  scroller: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  isAway: boolean;
  toEnd: () => void;
} {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isHeld = useRef(true);
  const [isAway, setAway] = useState(false);

  useEffect(() => {
    const box = scroller.current;
    if (!box || !content.current) return;
    let lastTop = box.scrollTop;
    const look = () => {
      const isNear = box.scrollHeight - box.clientHeight - box.scrollTop <= nearEnd;
      if (isNear) isHeld.current = true;
      else if (box.scrollTop < lastTop) isHeld.current = false;
      lastTop = box.scrollTop;
      setAway(!isNear && !isHeld.current);
    };
    const follow = new ResizeObserver(() => {
      if (isHeld.current) box.scrollTop = box.scrollHeight;
      look();
    });
    follow.observe(box);
    follow.observe(content.current);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      follow.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, []);

  return {
    scroller,
    content,
    isAway,
    toEnd() {
      isHeld.current = true;
      scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
    },
  };
}
