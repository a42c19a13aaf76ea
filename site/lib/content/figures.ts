const figure = (name: string, width: number, height: number, alt: string) => ({
  src: `/figures/${name}.svg`,
  width,
  height,
  alt,
});

/** The line figures in public/figures: address, size in their own units, and alternative text. */
export const figures = {
  bezier: figure('bezier', 988, 919, 'Line drawing of a bicubic Bézier patch with its control net'),
  breather: figure('breather', 918, 977, 'Line drawing of a breather surface'),
  catenoid: figure('catenoid', 985, 901, 'Line drawing of a catenoid'),
  cyclide: figure('cyclide', 1007, 751, 'Line drawing of a Dupin cyclide'),
  dini: figure('dini', 359, 987, "Line drawing of Dini's surface"),
  enneper: figure('enneper', 991, 834, "Line drawing of Enneper's surface"),
  helicoid: figure('helicoid', 504, 992, 'Line drawing of a helicoid'),
  henneberg: figure('henneberg', 986, 942, "Line drawing of Henneberg's surface"),
  hopf: figure('hopf', 1007, 791, 'Line drawing of a Hopf torus'),
  hyperboloid: figure('hyperboloid', 801, 924, 'Line drawing of a ruled hyperboloid'),
  klein: figure('klein', 618, 992, 'Line drawing of a Klein bottle'),
  nephroid: figure(
    'nephroid',
    892,
    892,
    'Line drawing of light rays reflected in a circle, with their envelope',
  ),
  shell: figure('shell', 616, 995, 'Line drawing of a seashell surface'),
  trefoil: figure('trefoil', 907, 973, 'Line drawing of a tube knotted as a trefoil'),
};

export type FigureName = keyof typeof figures;
