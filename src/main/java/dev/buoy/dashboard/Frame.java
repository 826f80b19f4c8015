package dev.buoy.dashboard;

import java.time.Instant;
import java.util.List;

/**
 * What every page has around its content.
 *
 * @param title      of the page
 * @param links      from this page to the others
 * @param tabs       the navigation
 * @param stylesheet path of the style sheet, below the folder of all pages
 * @param script     path of the script
 * @param icon       path of the icon
 * @param version    of the program
 * @param node       what this server calls itself
 * @param visitor    who looks at it
 * @param now        when the page was drawn
 */
public record Frame(
        String title,
        Links links,
        List<Tab> tabs,
        String stylesheet,
        String script,
        String icon,
        String version,
        String node,
        Visitor visitor,
        Instant now) {

    /** An entry of the navigation. */
    public record Tab(String label, String href, boolean current) {}
}
