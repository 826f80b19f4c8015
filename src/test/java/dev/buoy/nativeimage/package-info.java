/**
 * What a native image would be made of, checked without the compiler of native images: its arguments, its metadata, and that the
 * metadata names each class of ours that is looked into by reflection while the program works.
 *
 * <p>Start reading at {@link dev.buoy.nativeimage.NativeSourcesIT}.
 */
package dev.buoy.nativeimage;
