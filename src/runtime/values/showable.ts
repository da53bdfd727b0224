/** Pictures that a browser shows without running anything in them. */
export const showable = /^image\/(?:png|jpe?g|gif|webp|avif|bmp)$/iu;

/**
 * Up to this many bytes a list shows the picture itself, and no preview is made. As many as a
 * server takes for a preview.
 */
export const smallPicture = 64 * 1024;
