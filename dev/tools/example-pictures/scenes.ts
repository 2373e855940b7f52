type Vector = [number, number, number];

/** How one picture of a scene is photographed. Colors are linear, from 0 to 1. */
export interface Shot {
  eye: Vector;
  target: Vector;
  zoom: number;
  /** The direction of the key light. */
  light: Vector;
  ground: Vector;
  wall: Vector;
  /** A ball that contains the scene: center and radius. */
  bounds: [...Vector, number];
}

/** The two pictures of each scene. */
export const scenes: Record<string, readonly [Shot, Shot]> = {
  sweets: [
    {
      eye: [0, 2.6, 7.6],
      target: [0, 2.25, 0],
      zoom: 2.4,
      light: [-0.8, 1, 0.7],
      ground: [0.45, 0.015, 0.07],
      wall: [0.36, 0.01, 0.06],
      bounds: [0, 0.9, 0.2, 2.75],
    },
    {
      eye: [0.9, 7.6, 3.4],
      target: [0.75, 0.4, -0.6],
      zoom: 2.6,
      light: [0.9, 1.2, 0.3],
      ground: [0.95, 0.72, 0.4],
      wall: [0.95, 0.78, 0.5],
      bounds: [0, 0.9, 0.2, 2.75],
    },
  ],
  sarees: [
    {
      eye: [0, 2.2, 8.4],
      target: [0, 2.05, 0],
      zoom: 3.65,
      light: [-0.9, 0.7, 0.9],
      ground: [0.2, 0.05, 0.05],
      wall: [0.3, 0.08, 0.06],
      bounds: [0, 1.7, 0, 4.3],
    },
    {
      eye: [-3.6, 3.4, 6.4],
      target: [0, 1.5, 0],
      zoom: 2.2,
      light: [0.8, 1.1, 0.8],
      ground: [0.86, 0.62, 0.56],
      wall: [0.9, 0.7, 0.64],
      bounds: [0, 1.15, 0, 2.5],
    },
  ],
  kirana: [
    {
      eye: [0, 9.2, 1.2],
      target: [0, 0.3, -0.6],
      zoom: 1.8,
      light: [-0.7, 1, -0.35],
      ground: [0.035, 0.05, 0.06],
      wall: [0.05, 0.07, 0.08],
      bounds: [0, 0.4, 0, 2.95],
    },
    {
      eye: [0, 3, 7.8],
      target: [0, 1.95, 0],
      zoom: 2.2,
      light: [-0.7, 1.1, 0.7],
      ground: [0.9, 0.6, 0.12],
      wall: [0.95, 0.66, 0.14],
      bounds: [0, 0.95, 0.2, 3.25],
    },
  ],
  tailor: [
    {
      eye: [0.2, 3.5, 7.4],
      target: [0.2, 1.35, 0],
      zoom: 2.3,
      light: [-0.8, 1.1, 0.5],
      ground: [0.03, 0.19, 0.2],
      wall: [0.03, 0.2, 0.21],
      bounds: [0.1, 0.7, 0.6, 3.2],
    },
    {
      eye: [0.3, 7.6, 3.4],
      target: [0.25, 0.3, 0.6],
      zoom: 2.35,
      light: [0.8, 1.1, 0.2],
      ground: [0.93, 0.82, 0.72],
      wall: [0.95, 0.86, 0.77],
      bounds: [0.1, 0.7, 0.6, 3.2],
    },
  ],
  salon: [
    {
      eye: [0, 2.7, 7.8],
      target: [0, 2.02, 0],
      zoom: 2.45,
      light: [-0.8, 1, 0.7],
      ground: [0.93, 0.66, 0.6],
      wall: [0.94, 0.7, 0.64],
      bounds: [0, 1.1, 0.2, 3],
    },
    {
      eye: [-2.6, 4.4, 6.6],
      target: [0.1, 1.15, 0],
      zoom: 2.2,
      light: [0.8, 1.1, 0.6],
      ground: [0.62, 0.76, 0.66],
      wall: [0.68, 0.8, 0.7],
      bounds: [0, 1.1, 0.2, 3],
    },
  ],
  coaching: [
    {
      eye: [0.3, 3, 7.8],
      target: [0.3, 2.2, 0],
      zoom: 2.1,
      light: [-0.8, 1, 0.7],
      ground: [0.95, 0.68, 0.05],
      wall: [0.96, 0.72, 0.06],
      bounds: [0.5, 1.4, 0, 2.85],
    },
    {
      eye: [3.6, 4.2, 6.2],
      target: [0.3, 1.35, 0],
      zoom: 2.05,
      light: [-0.4, 1.1, 0.9],
      ground: [0.05, 0.16, 0.5],
      wall: [0.05, 0.17, 0.54],
      bounds: [0.5, 1.4, 0, 2.85],
    },
  ],
  dairy: [
    {
      eye: [0, 2.3, 7.8],
      target: [0.1, 1.95, 0],
      zoom: 2.35,
      light: [-0.8, 0.9, 0.7],
      ground: [0.3, 0.62, 0.86],
      wall: [0.36, 0.68, 0.9],
      bounds: [0.1, 1.3, 0, 3],
    },
    {
      eye: [0, 4.6, 7],
      target: [0, 1.1, 0],
      zoom: 2.2,
      light: [0.5, 1.3, 0.5],
      ground: [0.02, 0.16, 0.5],
      wall: [0.02, 0.2, 0.6],
      bounds: [0, 0.9, 0, 4.8],
    },
  ],
  jewellery: [
    {
      eye: [0.2, 3, 7.6],
      target: [0.25, 1.45, 0],
      zoom: 2.3,
      light: [-0.8, 1, 0.7],
      ground: [0.01, 0.08, 0.06],
      wall: [0.01, 0.1, 0.075],
      bounds: [0.2, 1.3, 0.4, 3.1],
    },
    {
      eye: [-2.4, 5.2, 6],
      target: [0.45, 1.25, 0.2],
      zoom: 2.25,
      light: [0.8, 1.1, 0.4],
      ground: [0.86, 0.72, 0.66],
      wall: [0.9, 0.78, 0.72],
      bounds: [0.2, 1.3, 0.4, 3.1],
    },
  ],
  tiffin: [
    {
      eye: [0.3, 3, 8],
      target: [0.35, 1.9, 0],
      zoom: 2.35,
      light: [-0.8, 1, 0.7],
      ground: [0.88, 0.26, 0.05],
      wall: [0.9, 0.3, 0.06],
      bounds: [0.2, 1.6, 0.4, 3],
    },
    {
      eye: [0, 8.8, 1.3],
      target: [0, 0.2, -0.5],
      zoom: 2,
      light: [0.7, 1, -0.4],
      ground: [0.07, 0.2, 0.09],
      wall: [0.08, 0.22, 0.1],
      bounds: [0, 0.3, 0, 2.75],
    },
  ],
  mobile: [
    {
      eye: [5.2, 5.6, 5.6],
      target: [0, 1.55, 0],
      zoom: 2.5,
      light: [-0.6, 1.1, 0.7],
      ground: [0.2, 0.1, 0.5],
      wall: [0.22, 0.12, 0.55],
      bounds: [0, 1.35, 0, 2.8],
    },
    {
      eye: [0.1, 7.8, 3.2],
      target: [0.1, 0.1, 0.65],
      zoom: 2.25,
      light: [-0.8, 1, -0.2],
      ground: [0.9, 0.9, 0.88],
      wall: [0.93, 0.93, 0.91],
      bounds: [0.1, 0.2, 0.2, 3.2],
    },
  ],
};
