/** The line figures in public/plates: what they show and their size in their own units. */
export const plates = {
  bezier: { width: 988, height: 919, alt: 'Line drawing of a bicubic Bézier patch with its control net' },
  breather: { width: 918, height: 977, alt: 'Line drawing of a breather surface' },
  catenoid: { width: 985, height: 901, alt: 'Line drawing of a catenoid' },
  cyclide: { width: 1007, height: 751, alt: 'Line drawing of a Dupin cyclide' },
  dini: { width: 359, height: 987, alt: "Line drawing of Dini's surface" },
  enneper: { width: 991, height: 834, alt: "Line drawing of Enneper's surface" },
  helicoid: { width: 504, height: 992, alt: 'Line drawing of a helicoid' },
  henneberg: { width: 986, height: 942, alt: "Line drawing of Henneberg's surface" },
  hopf: { width: 1007, height: 791, alt: 'Line drawing of a Hopf torus' },
  hyperboloid: { width: 801, height: 924, alt: 'Line drawing of a ruled hyperboloid' },
  klein: { width: 618, height: 992, alt: 'Line drawing of a Klein bottle' },
  nephroid: {
    width: 892,
    height: 892,
    alt: 'Line drawing of light rays reflected in a circle, with their envelope',
  },
  shell: { width: 616, height: 995, alt: 'Line drawing of a seashell surface' },
  trefoil: { width: 907, height: 973, alt: 'Line drawing of a tube knotted as a trefoil' },
} as const;

export type PlateName = keyof typeof plates;
