"""The dispute desk: questions, facts, the engine's ruling and the organizer's decision."""
