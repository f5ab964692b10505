// A vertex of the model as the game shows it.

void main() {
    place_vertex();
}
