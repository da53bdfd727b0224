/** Image types that the browser can show without running code in them. */
export const displayableImage = /^image\/(?:png|jpe?g|gif|webp|avif|bmp)$/iu;

/**
 * Up to this many bytes, lists show the picture itself, and no preview is made. Servers accept
 * previews up to the same size.
 */
export const smallPictureBytes = 64 * 1024;
