/** The files of content/ that may hold the picture that `photo` names. */
export const portraitFiles = (photo: string | undefined): string[] => (photo ? [`portraits/${photo}`] : []);
