// Whether two triangles touch, in f64; signs that rounding could change are computed again with 113 bits.
//
// Embree finds pairs of boxes only: the triangles are the caller's business. Two triangles touch if an edge of one meets the other, borders
// included. A triangle without area is only asked about as edges, so two of these never touch.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace triangle {

using Point = std::array<double, 3>;
using Triangle = std::array<Point, 3>;
using Signs = std::array<int, 3>;

inline int sign(double x) { return (x > 0) - (x < 0); }

// More than the rounding of any determinant below, as a share of the sum of its terms without their signs.
constexpr double ROUNDING = 2e-15;

// The determinant of q-p, r-p, s-p, and the sum of its terms without their signs.
template <class Number> std::array<Number, 2> volume(const Point &p, const Point &q, const Point &r, const Point &s) {
    Number u[3], v[3], w[3], sum = 0, size = 0;
    for (int i = 0; i < 3; i++) u[i] = Number(q[i]) - p[i], v[i] = Number(r[i]) - p[i], w[i] = Number(s[i]) - p[i];
    auto abs = [](Number x) { return x < 0 ? -x : x; };
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        Number plus = u[j] * v[k], minus = u[k] * v[j];
        sum += (plus - minus) * w[i];
        size += (abs(plus) + abs(minus)) * abs(w[i]);
    }
    return {sum, size};
}

// On which side of the plane p, q, r the point s is.
inline int side(const Point &p, const Point &q, const Point &r, const Point &s) {
    auto [sum, size] = volume<double>(p, q, r, s);
    if (std::abs(sum) > ROUNDING * size) return sign(sum);
    auto fine = volume<__float128>(p, q, r, s)[0];
    return (fine > 0) - (fine < 0);
}

inline Signs sides(const Triangle &plane, const Triangle &points) {
    return {side(plane[0], plane[1], plane[2], points[0]), side(plane[0], plane[1], plane[2], points[1]),
        side(plane[0], plane[1], plane[2], points[2])};
}

inline bool one_side(const Signs &s) { return s[0] && s[0] == s[1] && s[0] == s[2]; }

// On which side of the line p, q the point r is, seen along the axis that is neither x nor y.
inline int turn(const Point &p, const Point &q, const Point &r, int x, int y) {
    double plus = (q[x] - p[x]) * (r[y] - p[y]), minus = (q[y] - p[y]) * (r[x] - p[x]);
    if (std::abs(plus - minus) > ROUNDING * (std::abs(plus) + std::abs(minus))) return sign(plus - minus);
    using Fine = __float128;
    Fine fine = (Fine(q[x]) - p[x]) * (Fine(r[y]) - p[y]) - (Fine(q[y]) - p[y]) * (Fine(r[x]) - p[x]);
    return (fine > 0) - (fine < 0);
}

// Whether segments in a common plane cross or touch.
inline bool cross(const Point &p, const Point &q, const Point &r, const Point &s, int x, int y) {
    for (int i : {x, y})
        if (std::max(p[i], q[i]) < std::min(r[i], s[i]) || std::max(r[i], s[i]) < std::min(p[i], q[i])) return false;
    return turn(p, q, r, x, y) * turn(p, q, s, x, y) <= 0 && turn(r, s, p, x, y) * turn(r, s, q, x, y) <= 0;
}

// Whether a segment in the plane of a triangle meets it: it crosses an edge or begins inside.
inline bool meets_flat(const Triangle &t, const Point &p, const Point &q, int x, int y) {
    for (int i = 0; i < 3; i++)
        if (cross(t[i], t[(i + 1) % 3], p, q, x, y)) return true;
    int first = turn(t[0], t[1], p, x, y);
    return first && first == turn(t[1], t[2], p, x, y) && first == turn(t[2], t[0], p, x, y);
}

// Whether any edge of `other`, whose corners are on these sides of the plane of t, meets t.
inline bool edges_meet(const Triangle &t, const Triangle &other, const Signs &on) {
    Point u, v, normal;
    for (int i = 0; i < 3; i++) u[i] = t[1][i] - t[0][i], v[i] = t[2][i] - t[0][i];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        normal[i] = std::abs(u[j] * v[k] - u[k] * v[j]);
    }
    int axis = normal[0] >= normal[1] && normal[0] >= normal[2] ? 0 : normal[1] >= normal[2] ? 1 : 2;
    if (normal[axis] == 0) return false;
    for (int i = 0; i < 3; i++) {
        int next = (i + 1) % 3;
        const Point &p = other[i], &q = other[next];
        if (on[i] * on[next] > 0) continue;
        if (on[i] == 0 && on[next] == 0) {
            if (meets_flat(t, p, q, (axis + 1) % 3, (axis + 2) % 3)) return true;
            continue;
        }
        int s[3];
        for (int e = 0; e < 3; e++) s[e] = side(p, q, t[e], t[(e + 1) % 3]);
        bool left = s[0] > 0 || s[1] > 0 || s[2] > 0, right = s[0] < 0 || s[1] < 0 || s[2] < 0;
        if (!(left && right)) return true;
    }
    return false;
}

inline bool touch(const Triangle &a, const Triangle &b) {
    Signs b_on = sides(a, b);
    if (one_side(b_on)) return false;
    Signs a_on = sides(b, a);
    if (one_side(a_on)) return false;
    return edges_meet(a, b, b_on) || edges_meet(b, a, a_on);
}

} // namespace triangle
